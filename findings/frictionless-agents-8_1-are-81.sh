#!/usr/bin/env bash
# frictionless 5.21.0, petl 1.7.30, pyexcel 0.7.6 and pandas 3.1.1 (PyPI), 2026-11-28: agents named 8_1 and 10_1 are read as the numbers 81 and 101.
#
# Behaviour: a CSV with the agents 8_1, 9_2 and 10_1 (version and variant) and a share. frictionless describes the column as integer and hands out
# 81, 92 and 101, without an error in its report; petl.convertnumbers and pyexcel.get_array give the same numbers. So 8_1 and 81 are one agent.
# A name with another character, 8_1a, makes frictionless's column text again, but only that one cell for petl and pyexcel.
# pandas.read_json does the same to the JSON text "8_1"; its read_csv keeps it. The underscore separates digits in Python's source, not in tables.
#
# Seen:
#   frictionless integer [81, 92, 101] valid True
#   petl [81, 92, 101]
#   pyexcel [81, 92, 101]
#   with 8_1a: frictionless string
#   with 8_1a: petl [81, 92, 101, '8_1a']
#   with 8_1a: pyexcel [81, 92, 101, '8_1a']
#   pandas read_csv ['8_1', '9_2', '10_1']
#   pandas read_json [81, 92, 101]
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check \
  frictionless==5.21.0 petl==1.7.30 pyexcel==0.7.6 pyexcel-io==0.6.8 pandas==3.1.1
seen=$(cd "$folder" && venv/bin/python -W ignore - <<'END'
import pandas
import petl
import pyexcel
from frictionless import Resource, describe, validate

AGENTS = ["8_1", "9_2", "10_1"]


def write(name, agents):
    with open(name, "w", encoding="utf-8") as file:
        file.write("agent,share\n" + "".join(f"{agent},0.5\n" for agent in agents))
    return name


def whole(value):
    return int(value) if isinstance(value, float) else value


def kind(table):
    return describe(table).schema.get_field("agent").type


def by_petl(table):
    return list(petl.values(petl.convertnumbers(petl.fromcsv(table)), "agent"))


def by_pyexcel(table):
    return [whole(row[0]) for row in pyexcel.get_array(file_name=table)[1:]]


table = write("agents.csv", AGENTS)
print("frictionless", kind(table), [row["agent"] for row in Resource(path=table).read_rows()], "valid", validate(table).valid)
print("petl", by_petl(table))
print("pyexcel", by_pyexcel(table))
others = write("others.csv", [*AGENTS, "8_1a"])
print("with 8_1a: frictionless", kind(others))
print("with 8_1a: petl", by_petl(others))
print("with 8_1a: pyexcel", by_pyexcel(others))
print("pandas read_csv", pandas.read_csv(table)["agent"].tolist())
pandas.DataFrame({"agent": AGENTS}).to_json("agents.json", orient="records", lines=True)
print("pandas read_json", pandas.read_json("agents.json", lines=True)["agent"].tolist())
END
)
echo "$seen"
[ "$seen" = "frictionless integer [81, 92, 101] valid True
petl [81, 92, 101]
pyexcel [81, 92, 101]
with 8_1a: frictionless string
with 8_1a: petl [81, 92, 101, '8_1a']
with 8_1a: pyexcel [81, 92, 101, '8_1a']
pandas read_csv ['8_1', '9_2', '10_1']
pandas read_json [81, 92, 101]" ]
