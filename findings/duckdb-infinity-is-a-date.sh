#!/usr/bin/env bash
# duckdb 2.0.1 (PyPI), 2026-11-28: a column of infinite doubles comes back from duckdb's own CSV as the day 9999-12-31, beside a number as text.
#
# Behaviour: copy (select ... double) to a CSV and read_csv of it, both with defaults. Odds of unbeaten agents are infinite: the file has inf, and
# the column is read as DATE, whose infinity Python shows as 9999-12-31; -inf is 0001-01-01. With a finite number or a nan beside it, it is VARCHAR.
# nan alone or beside a number is DOUBLE, as it was. pandas and pyarrow read inf beside 0.5 as doubles from the same file.
#
# Seen:
#   [inf] DATE [datetime.date(9999, 12, 31)]
#   [-inf] DATE [datetime.date(1, 1, 1)]
#   [inf, 0.5] VARCHAR ['inf', '0.5']
#   [inf, nan] VARCHAR ['inf', 'nan']
#   [nan, 0.5] DOUBLE [nan, 0.5]
#   pandas [inf, 0.5] float64
#   pyarrow [inf, 0.5] double
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check duckdb==2.0.1 pandas==3.1.1 pyarrow==26.0.1 numpy==2.4.6
seen=$(cd "$folder" && venv/bin/python -W ignore - <<'END'
import duckdb
import pandas
import pyarrow.csv


def write(numbers):
    rows = ", ".join(f"('{number}'::double, 1)" for number in numbers)
    duckdb.sql(f"copy (select * from (values {rows}) t(odds, game)) to 'odds.csv'")


for numbers in (["inf"], ["-inf"], ["inf", "0.5"], ["inf", "nan"], ["nan", "0.5"]):
    write(numbers)
    table = duckdb.sql("select odds from read_csv('odds.csv')")
    print(f"[{', '.join(numbers)}]", table.types[0], [row[0] for row in table.fetchall()])
write(["inf", "0.5"])
print("pandas [inf, 0.5]", pandas.read_csv("odds.csv")["odds"].dtype)
print("pyarrow [inf, 0.5]", pyarrow.csv.read_csv("odds.csv")["odds"].type)
END
)
echo "$seen"
[ "$seen" = "[inf] DATE [datetime.date(9999, 12, 31)]
[-inf] DATE [datetime.date(1, 1, 1)]
[inf, 0.5] VARCHAR ['inf', '0.5']
[inf, nan] VARCHAR ['inf', 'nan']
[nan, 0.5] DOUBLE [nan, 0.5]
pandas [inf, 0.5] float64
pyarrow [inf, 0.5] double" ]
