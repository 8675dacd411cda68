#!/usr/bin/env bash
# fastparquet 2026.9.0 as writer; pyarrow 26.0.1, polars 2.1.0 and duckdb 2.0.1 (PyPI) as readers, 2026-11-28: durations become times of the day.
#
# Behaviour: a pandas column of durations (1 h, 25 h and 49 h of a long run) is written by fastparquet as the Parquet type for a time of the day.
# fastparquet reads it back as it was. pyarrow's to_pylist() says 01:00 for all three, polars reads the two long ones as null, duckdb refuses them
# with an error that names the value, and pandas with engine="pyarrow" raises. The durations are whole in the file: as int64 pyarrow has them.
#
# Seen:
#   fastparquet [1.0, 25.0, 49.0]
#   pyarrow ['01:00:00', '01:00:00', '01:00:00']
#   polars ['01:00:00', 'None', 'None']
#   duckdb InvalidInputException
#   pandas ValueError
#   pyarrow as int64 [1.0, 25.0, 49.0]
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check \
  fastparquet==2026.9.0 pyarrow==26.0.1 polars==2.1.0 duckdb==2.0.1 pandas==3.1.1 numpy==2.4.6
seen=$(cd "$folder" && venv/bin/python -W ignore - <<'END'
import duckdb
import fastparquet
import pandas
import polars
import pyarrow.parquet

FILE = "games.parquet"
fastparquet.write(FILE, pandas.DataFrame({"elapsed": pandas.to_timedelta([1, 25, 49], unit="h")}))


def hours(durations):
    return [duration.total_seconds() / 3600 for duration in durations]


def pyarrow_column():
    return pyarrow.parquet.read_table(FILE)["elapsed"]


for name, read in (
    ("fastparquet", lambda: hours(fastparquet.ParquetFile(FILE).to_pandas()["elapsed"])),
    ("pyarrow", lambda: [str(value) for value in pyarrow_column().to_pylist()]),
    ("polars", lambda: [str(value) for value in polars.read_parquet(FILE)["elapsed"].to_list()]),
    ("duckdb", lambda: duckdb.sql(f"select elapsed from '{FILE}'").fetchall()),
    ("pandas", lambda: pandas.read_parquet(FILE, engine="pyarrow")["elapsed"].tolist()),
    ("pyarrow as int64", lambda: [value / 3.6e9 for value in pyarrow_column().cast("int64").to_pylist()]),
):
    try:
        print(name, read())
    except (ValueError, duckdb.Error) as error:
        print(name, type(error).__name__)
END
)
echo "$seen"
[ "$seen" = "fastparquet [1.0, 25.0, 49.0]
pyarrow ['01:00:00', '01:00:00', '01:00:00']
polars ['01:00:00', 'None', 'None']
duckdb InvalidInputException
pandas ValueError
pyarrow as int64 [1.0, 25.0, 49.0]" ]
