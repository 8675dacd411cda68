#!/usr/bin/env bash
# pandas 3.1.1 (PyPI), 2026-11-28: 64-bit seeds that JSON lines quote, to keep their digits, lose them; as bare numbers they keep them.
#
# Behaviour: read_json(lines=True), defaults, one column of seeds. As bare numbers 17000000000000000001 and 5 are uint64, exact.
# As text, "17000000000000000001" and "5", they are float64, and the first has lost its last digit. "9007199254740993" is exact beside "5" (int64)
# and 9007199254740992 beside a null or a larger seed. No warning. dtype=False keeps the text.
# engine="pyarrow" is the other way round: it keeps the text and spoils the bare numbers.
#
# Seen:
#   bare 17000000000000000001 5 uint64 17000000000000000001
#   text 17000000000000000001 5 float64 17000000000000000000
#   text 9007199254740993 5 int64 9007199254740993
#   text 9007199254740993 null float64 9007199254740992
#   text 9007199254740993 17000000000000000001 float64 9007199254740992
#   text, dtype=False 17000000000000000001 5 str 17000000000000000001
#   text, pyarrow 17000000000000000001 5 str 17000000000000000001
#   bare, pyarrow 17000000000000000001 5 float64 17000000000000000000
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check pandas==3.1.1 pyarrow==26.0.1 numpy==2.4.6
seen=$("$folder/venv/bin/python" -W error - <<'END'
import io
import json

import pandas


def show(name, *seeds, **options):
    lines = "\n".join(json.dumps({"seed": seed}) for seed in seeds)
    column = pandas.read_json(io.BytesIO(lines.encode()), lines=True, **options)["seed"]
    print(name, *("null" if seed is None else seed for seed in seeds), column.dtype, int(column[0]))


LARGE, MIDDLE = 17_000_000_000_000_000_001, 2**53 + 1
show("bare", LARGE, 5)
show("text", str(LARGE), "5")
show("text", str(MIDDLE), "5")
show("text", str(MIDDLE), None)
show("text", str(MIDDLE), str(LARGE))
show("text, dtype=False", str(LARGE), "5", dtype=False)
show("text, pyarrow", str(LARGE), "5", engine="pyarrow")
show("bare, pyarrow", LARGE, 5, engine="pyarrow")
END
)
echo "$seen"
[ "$seen" = "bare 17000000000000000001 5 uint64 17000000000000000001
text 17000000000000000001 5 float64 17000000000000000000
text 9007199254740993 5 int64 9007199254740993
text 9007199254740993 null float64 9007199254740992
text 9007199254740993 17000000000000000001 float64 9007199254740992
text, dtype=False 17000000000000000001 5 str 17000000000000000001
text, pyarrow 17000000000000000001 5 str 17000000000000000001
bare, pyarrow 17000000000000000001 5 float64 17000000000000000000" ]
