"""Exports the tables of two runs to Parquet, reads them with pandas, polars, DuckDB and pyarrow, and compares them with the tables.

    python3 .ci/columns.py
"""

import json
import os
import tempfile
from pathlib import Path

import boardlab
import duckdb
import pandas as pd
import polars as pl
import pyarrow.parquet as pq

root = Path(__file__).resolve().parents[1]
folder = tempfile.TemporaryDirectory()
os.chdir(folder.name)
twin = {"agents__3__name": "twin", "agents__3__spec": "greedy"}
for name, income in (("quickstart-1", 5), ("richer", 9)):
    run = boardlab.run(root / "configs/quickstart.toml", f"runs/{name}", rules={"castle-income": income}, progress=False, **twin)
    run.export()
types = {"integer": ("Int64", pl.Int64, "BIGINT"), "float": ("Float64", pl.Float64, "DOUBLE"), "text": ("string", pl.String, "VARCHAR")}
tables = sorted(Path("runs").glob("*/*.csv"))
assert len(tables) >= 16, tables
for table in tables:
    file = str(table.with_suffix(".parquet"))
    notes = pq.read_metadata(file).metadata
    columns = json.loads(notes[b"columns"])
    assert notes[b"table"].decode() == table.stem and json.loads(notes[b"config"])["name"] == notes[b"name"].decode()
    names = [column["name"] for column in columns]
    kinds = [types[column["type"]] for column in columns]
    expected = pd.read_csv(table, dtype={name: kind[0] for name, kind in zip(names, kinds)}, keep_default_na=False, na_values=[""])
    assert list(expected.columns) == names, table

    by_pandas = pd.read_parquet(file)
    for name, column in by_pandas.items():
        pd.testing.assert_series_equal(column.astype(expected[name].dtype), expected[name])
    by_polars = pl.read_parquet(file)
    assert by_polars.columns == names and by_polars.dtypes == [kind[1] for kind in kinds], table
    by_duckdb = duckdb.sql(f"SELECT * FROM '{file}'")
    assert by_duckdb.columns == names and [str(kind) for kind in by_duckdb.types] == [kind[2] for kind in kinds], table
    # Whole numbers and millionths, so sums are exact wherever they are made.
    for name, kind in zip(names, kinds):
        if kind[0] != "string":
            scale = 1 if kind[0] == "Int64" else 1e6
            sums = {
                round(float((expected[name].dropna().astype(float) * scale).round().sum())),
                round(float((by_pandas[name].dropna().astype(float) * scale).round().sum())),
                round(float((by_polars[name].cast(pl.Float64) * scale).round().sum() or 0)),
                round(float(duckdb.sql(f'SELECT sum(round("{name}"::DOUBLE * {scale})) FROM \'{file}\'').fetchall()[0][0] or 0)),
            }
            assert len(sums) == 1, (table, name, sums)
print(f"{len(tables)} tables: pandas {pd.__version__}, polars {pl.__version__}, DuckDB {duckdb.__version__} agree with the CSV")
