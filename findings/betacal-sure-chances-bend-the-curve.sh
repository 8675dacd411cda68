#!/usr/bin/env bash
# betacal 1.1.0 (PyPI), 2026-11-30: a few chances of exactly 0 or 1 bend the whole calibration, and differently for float32 and float64.
#
# Behaviour: 2,000 chances with three decimals, 38 of them 0 or 1, as a search shows them where all its playouts agree; of a chance of c,
# 5 % + 90 % * c come true, so 0.14, 0.50 and 0.86 for 0.1, 0.5 and 0.9. BetaCalibration().fit() takes 0 and 1 for one epsilon of the type
# from there, 2.2e-16 or 1.2e-7, whose logarithms outweigh all others: the curve is off where the other chances are, and the same
# numbers in another type have another one. Without the 38 both types agree. Of 0 and 1 themselves it says that they come true always or never.
#
# Seen, for chances of 0.1, 0.5 and 0.9, then 0 and 1:
#   float64: all [0.19 0.5  0.78], 2e-11 and 1 - 2e-09; without sure ones [0.17 0.47 0.83]
#   float32: all [0.18 0.48 0.81], 3e-05 and 1 - 2e-05; without sure ones [0.17 0.47 0.83]
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check betacal==1.1.0 numpy==2.4.6 scikit-learn==1.9.1 scipy==1.17.1
seen=$("$folder/venv/bin/python" <<'END'
import betacal
import numpy as np

random = np.random.default_rng(1)
chances = random.beta(0.5, 0.5, 2000).round(3)
won = (random.random(2000) < 0.05 + 0.9 * chances).astype(int)
is_open = (chances > 0) & (chances < 1)
assert (~is_open).sum() == 38
for number in (np.float64, np.float32):

    def fitted(rows, at):
        fit = betacal.BetaCalibration().fit(chances[rows].astype(number), won[rows])
        return fit.predict(np.array(at, number)).astype(float)

    rest = [0.1, 0.5, 0.9]
    lost, sure = fitted(slice(None), [0.0, 1.0])
    print(
        f"{number.__name__}: all {fitted(slice(None), rest).round(2)}, {lost:.0e} and 1 - {1 - sure:.0e};"
        f" without sure ones {fitted(is_open, rest).round(2)}"
    )
END
)
echo "$seen"
[ "$seen" = "float64: all [0.19 0.5  0.78], 2e-11 and 1 - 2e-09; without sure ones [0.17 0.47 0.83]
float32: all [0.18 0.48 0.81], 3e-05 and 1 - 2e-05; without sure ones [0.17 0.47 0.83]" ]
