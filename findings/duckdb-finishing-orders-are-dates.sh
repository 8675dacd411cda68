#!/usr/bin/env bash
# duckdb 2.0.1 (PyPI), 2026-11-28: the finishing order 3-1-2 is a day of 2003 when it is read from JSON and a time of the year 3 from CSV.
#
# Behaviour: a column of text with the six orders of three seats, 1-2-3 to 3-2-1, read with defaults. read_json makes DATE of it: 3-1-2 is
# 2003-01-02. read_csv makes TIMESTAMP of the same cells: 0003-01-02 00:00:00. Neither warns, and no order is lost, so it shows late.
# Orders of the seats 0, 1 and 2, of two seats and of four stay text in both. Named types (columns, types) keep the text.
#
# Seen:
#   JSON 1-2-3 ... 3-2-1 DATE 3-1-2 is 2003-01-02
#   CSV 1-2-3 ... 3-2-1 TIMESTAMP 3-1-2 is 0003-01-02 00:00:00
#   JSON 0-1-2 ... 2-1-0 VARCHAR
#   CSV 0-1-2 ... 2-1-0 VARCHAR
#   JSON 1-2 ... 2-1 VARCHAR
#   CSV 1-2 ... 2-1 VARCHAR
#   JSON 1-2-3-4 ... 4-3-2-1 VARCHAR
#   CSV 1-2-3-4 ... 4-3-2-1 VARCHAR
#   types named VARCHAR VARCHAR
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check duckdb==2.0.1
seen=$(cd "$folder" && venv/bin/python - <<'END'
from itertools import permutations

import duckdb


def orders(seats):
    return ["-".join(order) for order in permutations(seats)]


def write(finishes):
    with open("games.json", "w") as file:
        file.writelines(f'{{"finish":"{finish}","points":7}}\n' for finish in finishes)
    with open("games.csv", "w") as file:
        file.write("finish,points\n")
        file.writelines(f"{finish},7\n" for finish in finishes)


READERS = {"JSON": "read_json('games.json')", "CSV": "read_csv('games.csv')"}
for seats in ("123", "012", "12", "1234"):
    finishes = orders(seats)
    write(finishes)
    for name, reader in READERS.items():
        table = duckdb.sql(f"select finish, finish::varchar from {reader}")
        read = dict(zip(finishes, (row[1] for row in table.fetchall())))
        changed = f" 3-1-2 is {read['3-1-2']}" if seats == "123" else ""
        print(name, finishes[0], "...", finishes[-1], f"{table.types[0]}{changed}")
write(orders("123"))
named = (
    "read_json('games.json', columns={'finish': 'VARCHAR', 'points': 'BIGINT'})",
    "read_csv('games.csv', types={'finish': 'VARCHAR'})",
)
print("types named", *(duckdb.sql(f"select finish from {reader}").types[0] for reader in named))
END
)
echo "$seen"
[ "$seen" = "JSON 1-2-3 ... 3-2-1 DATE 3-1-2 is 2003-01-02
CSV 1-2-3 ... 3-2-1 TIMESTAMP 3-1-2 is 0003-01-02 00:00:00
JSON 0-1-2 ... 2-1-0 VARCHAR
CSV 0-1-2 ... 2-1-0 VARCHAR
JSON 1-2 ... 2-1 VARCHAR
CSV 1-2 ... 2-1 VARCHAR
JSON 1-2-3-4 ... 4-3-2-1 VARCHAR
CSV 1-2-3-4 ... 4-3-2-1 VARCHAR
types named VARCHAR VARCHAR" ]
