#!/usr/bin/env bash
# pycalib 0.1.0.dev6 (PyPI), 2026-11-30: forecasts of two outcomes that are always sure and always right have a calibration error of 0.25.
#
# Behaviour: metrics.ECE(labels, chances) with its defaults, chances in two columns (lost, won). Whatever is exactly calibrated should have 0:
# 40 games whose chances are 0 or 1 and come true, 200 of which 3 in 4 are won as forecast. The same chances have 0 by full_ECE,
# classwise_ECE and ECE(ece_full=False); so have sure and right forecasts of three outcomes by ECE itself. With two outcomes the labels that
# it makes have one column for two of chances, so half of the games are compared with chances of other ones. MCE is right.
#
# Seen:
#   two outcomes, sure and right: ECE 0.25, full_ECE 0.0, classwise_ECE 0.0, ece_full=False 0.0, MCE 0.0
#   two outcomes, 3 of 4 as said: ECE 0.13, full_ECE 0.0, classwise_ECE 0.0, ece_full=False 0.0, MCE 0.0
#   three outcomes, sure and right: ECE 0.0, full_ECE 0.0, classwise_ECE 0.0, ece_full=False 0.0, MCE 0.0
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check pycalib==0.1.0.dev6 numpy==2.4.6 scikit-learn==1.9.1 scipy==1.17.1
seen=$("$folder/venv/bin/python" <<'END'
import numpy as np
from pycalib import metrics


def show(what, labels, chances):
    one_hot = np.eye(chances.shape[1])[labels]
    errors = {
        "ECE": metrics.ECE(labels, chances),
        "full_ECE": metrics.full_ECE(one_hot, chances),
        "classwise_ECE": metrics.classwise_ECE(one_hot, chances),
        "ece_full=False": metrics.ECE(labels, chances, ece_full=False),
        "MCE": metrics.MCE(labels, chances),
    }
    assert metrics.ECE(one_hot, chances) == errors["ECE"]
    print(f"{what}: " + ", ".join(f"{name} {round(float(error), 3)}" for name, error in errors.items()))


won = np.repeat([0, 1], 20)
show("two outcomes, sure and right", won, np.eye(2)[won])
won = np.repeat([1, 0, 1, 0], [75, 25, 25, 75])
chance = np.repeat([0.75, 0.25], 100)
show("two outcomes, 3 of 4 as said", won, np.column_stack([1 - chance, chance]))
place = np.repeat([0, 1, 2], 20)
show("three outcomes, sure and right", place, np.eye(3)[place])
END
)
echo "$seen"
[ "$seen" = "two outcomes, sure and right: ECE 0.25, full_ECE 0.0, classwise_ECE 0.0, ece_full=False 0.0, MCE 0.0
two outcomes, 3 of 4 as said: ECE 0.13, full_ECE 0.0, classwise_ECE 0.0, ece_full=False 0.0, MCE 0.0
three outcomes, sure and right: ECE 0.0, full_ECE 0.0, classwise_ECE 0.0, ece_full=False 0.0, MCE 0.0" ]
