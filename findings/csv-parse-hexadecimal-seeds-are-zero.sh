#!/usr/bin/env bash
# csv-parse 7.0.3 (npm), 2026-11-28: with cast: true a seed in hexadecimal is the number 0, all of them alike.
#
# Behaviour: parse() of csv-parse/sync, columns: true and cast: true. The cells 0x2a, 0xdeadbeef and 0x10, as a table with states of a random
# generator or hashes of positions has them, come out as 0, a number; so do 0b101 and 0o17. No error, no warning.
# Whether a cell is a number is asked of one function of JavaScript, for which 0x2a is one, and its value of another, which stops at the x.
# Without the prefix 2a stays text; with cast: false all stay text. Number("0x2a") in a cast function of one's own gives 42.
#
# Seen:
#   0x2a 0
#   0xdeadbeef 0
#   0b101 0
#   0o17 0
#   2a "2a"
#   42 42
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts csv-parse@7.0.3
cat > seen.mjs <<'END'
import { parse } from "csv-parse/sync";

const cells = ["0x2a", "0xdeadbeef", "0b101", "0o17", "2a", "42"];
const rows = parse(["seed", ...cells].join("\n") + "\n", { columns: true, cast: true });
rows.forEach((row, index) => console.log(cells[index], JSON.stringify(row.seed)));
END
seen=$(node seen.mjs)
echo "$seen"
[ "$seen" = '0x2a 0
0xdeadbeef 0
0b101 0
0o17 0
2a "2a"
42 42' ]
