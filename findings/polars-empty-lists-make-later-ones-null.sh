#!/usr/bin/env bash
# polars 2.1.0 (PyPI), 2026-11-29: a list that is empty in the first 100 JSON lines is full of nulls in all later ones, without a warning.
#
# Behaviour: read_ndjson and scan_ndjson, defaults; a line has the gold that each sale of a round made. If nobody sells in 100 lines, the type is a
# list of Null, and {"sold": [7, 8]} in line 101 is read as [null, null]: as many values as there were, all null. So are texts, and numbers after lists of nulls.
# After 99 such lines it is read as written. A lone number after 100 nulls raises ComputeError, and so does read_json for the same lists in an array.
# infer_schema_length=None and a type in schema_overrides read them as written.
#
# Seen:
#   99 empty lists [7, 8] List(Int64)
#   100 empty lists [None, None] List(Null)
#   100 empty lists, scanned [None, None] List(Null)
#   100 empty lists, then text [None] List(Null)
#   100 lists of null [None, None] List(Null)
#   100 nulls, then a number ComputeError
#   100 empty lists in an array ComputeError
#   100 empty lists, all read [7, 8] List(Int64)
#   100 empty lists, typed [7, 8] List(Int64)
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check polars==2.1.0
seen=$("$folder/venv/bin/python" -W error - <<'END'
import io
import json

import polars


def rows(first, last, count=100):
    return [{"sold": first}] * count + [{"sold": last}]


def lines(first, last, count=100):
    return io.BytesIO("\n".join(json.dumps(row) for row in rows(first, last, count)).encode())


def show(name, read):
    try:
        table = read()
        print(name, table["sold"].to_list()[-1], table.schema["sold"])
    except polars.exceptions.ComputeError as error:
        print(name, type(error).__name__)


show("99 empty lists", lambda: polars.read_ndjson(lines([], [7, 8], 99)))
show("100 empty lists", lambda: polars.read_ndjson(lines([], [7, 8])))
show("100 empty lists, scanned", lambda: polars.scan_ndjson(lines([], [7, 8])).collect())
show("100 empty lists, then text", lambda: polars.read_ndjson(lines([], ["gold"])))
show("100 lists of null", lambda: polars.read_ndjson(lines([None], [7, 8])))
show("100 nulls, then a number", lambda: polars.read_ndjson(lines(None, 7)))
show("100 empty lists in an array", lambda: polars.read_json(io.BytesIO(json.dumps(rows([], [7, 8])).encode())))
show("100 empty lists, all read", lambda: polars.read_ndjson(lines([], [7, 8]), infer_schema_length=None))
show("100 empty lists, typed", lambda: polars.read_ndjson(lines([], [7, 8]), schema_overrides={"sold": polars.List(polars.Int64)}))
END
)
echo "$seen"
[ "$seen" = "99 empty lists [7, 8] List(Int64)
100 empty lists [None, None] List(Null)
100 empty lists, scanned [None, None] List(Null)
100 empty lists, then text [None] List(Null)
100 lists of null [None, None] List(Null)
100 nulls, then a number ComputeError
100 empty lists in an array ComputeError
100 empty lists, all read [7, 8] List(Int64)
100 empty lists, typed [7, 8] List(Int64)" ]
