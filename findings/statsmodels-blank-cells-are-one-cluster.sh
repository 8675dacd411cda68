#!/usr/bin/env bash
# statsmodels 0.15.0 (PyPI), 2026-11-28: rows with a blank cluster are one cluster together for OLS, GLM and Logit, without a warning.
#
# Behaviour: 40 rows in 8 clusters, cov_type="cluster"; five rows of five clusters lose their label, as a blank cell of a CSV does (NaN).
# The standard errors are those of a ninth cluster with the label 99, not those of the 35 labelled rows; nobs stays 40; nothing is said.
# missing="drop" changes nothing, for it looks at the table and not at the labels.
# The same labels as text with None raise a TypeError, and GEE and MixedLM raise a KeyError at the blank.
#
# Seen:
#   OLS blank 0.1234 0.1943 rows 40
#   OLS blank, missing=drop 0.1234 0.1943 rows 40
#   OLS label 99 0.1234 0.1943 rows 40
#   OLS without those rows 0.1041 0.1928 rows 35
#   GLM blank is label 99 True
#   Logit blank is label 99 True
#   text TypeError
#   GEE KeyError
#   MixedLM KeyError
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check statsmodels==0.15.0 numpy==2.4.6 scipy==1.17.1 pandas==3.1.1
seen=$("$folder/venv/bin/python" -W error::UserWarning -W error::RuntimeWarning - <<'END'
import numpy
import statsmodels.api as sm

rng = numpy.random.default_rng(1)
x = rng.normal(size=40)
y = x + rng.normal(size=40)
table = sm.add_constant(x)
label = numpy.repeat(numpy.arange(8), 5).astype(float)
label[[0, 7, 13, 22, 31]] = numpy.nan
kept = ~numpy.isnan(label)
filled = numpy.where(kept, label, 99)
text = numpy.array([None if numpy.isnan(value) else str(value) for value in label], dtype=object)


def ols(name, rows, groups, **options):
    fit = sm.OLS(y[rows], table[rows], **options).fit(cov_type="cluster", cov_kwds={"groups": groups})
    print("OLS", name, "{:.4f} {:.4f}".format(*fit.bse), "rows", int(fit.nobs))


def same(name, model, **options):
    fits = [model.fit(cov_type="cluster", cov_kwds={"groups": groups}, **options).bse for groups in (label, filled)]
    print(name, "blank is label 99", bool((fits[0] == fits[1]).all()))


def fails(name, call):
    try:
        call()
        print(name, "works")
    except (TypeError, KeyError) as error:
        print(name, type(error).__name__)


everything = numpy.ones(40, dtype=bool)
ols("blank", everything, label)
ols("blank, missing=drop", everything, label, missing="drop")
ols("label 99", everything, filled)
ols("without those rows", kept, label[kept])
same("GLM", sm.GLM(y > 0, table, family=sm.families.Binomial()))
same("Logit", sm.Logit(y > 0, table), disp=False)
fails("text", lambda: sm.OLS(y, table).fit(cov_type="cluster", cov_kwds={"groups": text}))
fails("GEE", lambda: sm.GEE(y, table, groups=label).fit())
fails("MixedLM", lambda: sm.MixedLM(y, table, groups=label).fit())
END
)
echo "$seen"
[ "$seen" = "OLS blank 0.1234 0.1943 rows 40
OLS blank, missing=drop 0.1234 0.1943 rows 40
OLS label 99 0.1234 0.1943 rows 40
OLS without those rows 0.1041 0.1928 rows 35
GLM blank is label 99 True
Logit blank is label 99 True
text TypeError
GEE KeyError
MixedLM KeyError" ]
