#!/usr/bin/env bash
# duckdb 2.0.1 (PyPI), 2026-11-29: win shares of several Parquet files: if the first has no draw, the half points of all others are read as 0.
#
# Behaviour: pandas writes the shares 1 and 0 of a run without a draw as int64, those of a run with draws as double. A glob over both takes the types
# of the first file, and casts the others to them without a warning: 0.5 is 0, and a drawn game has no winner. share::DOUBLE comes
# too late. With the files in the other order, or union_by_name, shares are as written. So are they in the same tables as CSV and JSON, where the wider
# type is taken. polars, pyarrow and pandas refuse to read the two Parquet files together.
#
# Seen:
#   parquet [1.0, 0.0, 0.0, 0.0, 1.0, 0.0] BIGINT
#   parquet, points of each game [1, 0, 1]
#   parquet, share::DOUBLE [1.0, 0.0, 0.0, 0.0, 1.0, 0.0]
#   parquet, other order [0.5, 0.5, 1.0, 0.0, 1.0, 0.0] DOUBLE
#   parquet, union_by_name [1.0, 0.0, 0.5, 0.5, 1.0, 0.0] DOUBLE
#   csv [1.0, 0.0, 0.5, 0.5, 1.0, 0.0] DOUBLE
#   json [1.0, 0.0, 0.5, 0.5, 1.0, 0.0] DOUBLE
#   polars SchemaError
#   pyarrow ArrowInvalid
#   pandas ArrowInvalid
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check duckdb==2.0.1 pandas==3.1.1 polars==2.1.0 pyarrow==26.0.1 numpy==2.4.6
mkdir "$folder/parquet"
cd "$folder"
seen=$("$folder/venv/bin/python" -W error - <<'END'
import duckdb
import pandas
import polars
import pyarrow.dataset

games = pandas.DataFrame({"game": [1, 1], "share": [1, 0]}), pandas.DataFrame({"game": [2, 2, 3, 3], "share": [0.5, 0.5, 1, 0]})
for number, table in enumerate(games, 1):
    table.to_parquet(f"parquet/{number}.parquet")
    table.to_csv(f"{number}.csv", index=False)
    table.to_json(f"{number}.json", orient="records", lines=True)


def show(name, files, value="share", kind=True):
    read = duckdb.sql(f"SELECT {value} FROM {files}")
    print(name, [float(share) for (share,) in read.fetchall()], *(read.types if kind else ()))


def refused(name, read):
    try:
        print(name, read())
    except (polars.exceptions.SchemaError, pyarrow.ArrowInvalid) as error:
        print(name, type(error).__name__)


show("parquet", "'parquet/*.parquet'")
points = duckdb.sql("SELECT sum(share) FROM 'parquet/*.parquet' GROUP BY game ORDER BY game").fetchall()
print("parquet, points of each game", [int(sum_of) for (sum_of,) in points])
show("parquet, share::DOUBLE", "'parquet/*.parquet'", "share::DOUBLE", False)
show("parquet, other order", "read_parquet(['parquet/2.parquet', 'parquet/1.parquet'])")
show("parquet, union_by_name", "read_parquet('parquet/*.parquet', union_by_name = true)")
show("csv", "'*.csv'")
show("json", "'*.json'")
refused("polars", lambda: polars.read_parquet("parquet/*.parquet"))
refused("pyarrow", lambda: pyarrow.dataset.dataset("parquet").to_table())
refused("pandas", lambda: pandas.read_parquet("parquet"))
END
)
echo "$seen"
[ "$seen" = "parquet [1.0, 0.0, 0.0, 0.0, 1.0, 0.0] BIGINT
parquet, points of each game [1, 0, 1]
parquet, share::DOUBLE [1.0, 0.0, 0.0, 0.0, 1.0, 0.0]
parquet, other order [0.5, 0.5, 1.0, 0.0, 1.0, 0.0] DOUBLE
parquet, union_by_name [1.0, 0.0, 0.5, 0.5, 1.0, 0.0] DOUBLE
csv [1.0, 0.0, 0.5, 0.5, 1.0, 0.0] DOUBLE
json [1.0, 0.0, 0.5, 0.5, 1.0, 0.0] DOUBLE
polars SchemaError
pyarrow ArrowInvalid
pandas ArrowInvalid" ]
