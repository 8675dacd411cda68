//! Least squares for factors: 0/1 columns, sum-to-zero contrasts, robust standard errors.

use crate::symmetric::{Symmetric, dot};
use crate::{Estimate, Interval, Welford, is_rounding, t_quantile, two_sided_p};

/// The minimum number of residual degrees of freedom.
pub const MIN_DF: u64 = 10;

/// The distance of a leverage from 1 below which an observation determines its own fitted value.
const ROUNDING: f64 = 1e-9;

/// The maximum number of rows whose mutual dependence enters the degrees of freedom.
///
/// With more rows, it changes them by less than a tenth, and quantiles by less than a thousandth.
const MOST_ROWS: usize = 2000;

/// The different rows of a design matrix of zeros and ones.
#[derive(Clone, Debug)]
pub struct DesignRows {
    /// The number of ones in each row.
    pub ones: usize,
    /// The columns that are 1, row by row.
    pub columns: Vec<u16>,
}

impl DesignRows {
    fn iter(&self) -> impl Iterator<Item = &[u16]> {
        self.columns.chunks_exact(self.ones)
    }
}

/// A linear model, ready to be fitted to any outcome of the same observations.
///
/// With C the matrix whose rows are the groups of coefficients that sum to zero, A = (X'X + C'C)⁻¹ is a generalised
/// inverse of X'X, and A X'y is the least-squares solution with C b = 0 (Searle 1971, Linear Models, section 5.6).
#[derive(Clone, Debug)]
pub struct Model {
    rows: DesignRows,
    inverse: Symmetric,
    observations: u64,
    rank: u64,
    /// The variance of each coefficient if observations have variance 1.
    variances: Vec<f64>,
    /// The degrees of freedom of each coefficient's HC2 variance.
    ///
    /// `None` if it depends on an observation without a residual.
    df: Vec<Option<f64>>,
}

/// The weights of a coefficient's moderated variance: HC2, shrunk towards the pooled variance.
///
/// HC2 (MacKinnon & White 1985, Journal of Econometrics 29) is valid for unequal variances; for means of clusters it is
/// CR2, and valid for any dependence within them. But it uses only the observations on which a coefficient depends, and
/// is far too small if a rare outcome has hardly occurred among them. The pooled variance uses all observations. HC2 is
/// therefore moderated by it (Smyth 2004, Statistical Applications in Genetics and Molecular Biology 3), as a prior
/// with [`PRIOR_DF`] degrees of freedom. HC2 is weighted by its own degrees of freedom over 1 + κ/2, where κ is the
/// excess kurtosis of the residuals.
#[derive(Copy, Clone, PartialEq, Debug)]
struct ModeratedVariance {
    /// The weight of HC2.
    robust: f64,
    robust_df: f64,
    pooled_df: f64,
}

/// The degrees of freedom of the prior.
const PRIOR_DF: f64 = 4.0;

impl ModeratedVariance {
    fn new(robust_df: f64, pooled_df: f64, excess_kurtosis: f64) -> Self {
        let effective_df = robust_df / (1.0 + excess_kurtosis / 2.0);
        Self { robust: effective_df / (effective_df + PRIOR_DF), robust_df, pooled_df }
    }

    fn variance(&self, robust: f64, pooled: f64) -> f64 {
        self.robust * robust + (1.0 - self.robust) * pooled
    }

    /// The degrees of freedom by Satterthwaite's approximation.
    ///
    /// The covariance of the two variances equals the variance of the pooled one.
    fn df(&self) -> f64 {
        let (own, rest) = (self.robust, 1.0 - self.robust);
        1.0 / (own * own / self.robust_df + rest * (rest + 2.0 * own) / self.pooled_df)
    }
}

/// The expected precision of a coefficient.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct ExpectedPrecision {
    /// The standard error.
    pub error: f64,
    /// The degrees of freedom of its t statistic.
    pub df: f64,
}

/// A model's coefficients for one outcome.
#[derive(Clone, Debug)]
pub struct Fit {
    /// The coefficients.
    pub coefficients: Vec<f64>,
    /// Their standard errors, robust against unequal variances and moderated by the pooled variance.
    pub errors: Vec<f64>,
    /// The degrees of freedom of each t statistic.
    ///
    /// `None` if the coefficient depends on an observation without a residual, or if all residuals are rounding.
    df: Vec<Option<f64>>,
    /// The sum of squared residuals; 0 if they are rounding, as for a constant outcome.
    pub residual_squares: f64,
}

impl Model {
    /// Prepares a model with this many columns and these numbers of observations of each row.
    ///
    /// `None` if the rows do not determine its coefficients.
    pub fn new(columns: usize, rows: DesignRows, counts: &[u64], zero_sums: &[Vec<u16>]) -> Option<Self> {
        let mut products = Symmetric::zeros(columns);
        rows.iter().zip(counts).for_each(|(row, count)| add_products(&mut products, row, *count as f64));
        let observations: u64 = counts.iter().sum();
        let mut bordered = products.clone();
        // The weight affects only rounding.
        let weight = observations as f64 / columns as f64;
        zero_sums.iter().for_each(|group| add_products(&mut bordered, group, weight));
        let inverse = bordered.inverse()?;
        // The trace of a projection is its rank.
        let rank = (0..columns).map(|row| dot(inverse.row(row), products.row(row))).sum::<f64>().round() as u64;
        let mut model = Self { rows, inverse, observations, rank, variances: Vec::new(), df: Vec::new() };
        (model.variances, model.df) = model.precision(counts);
        Some(model)
    }

    /// The expected precision of a coefficient if observations have this variance.
    ///
    /// `None` if it depends on an observation without a residual.
    pub fn expected(&self, column: usize, variance: f64) -> Option<ExpectedPrecision> {
        let moderated = ModeratedVariance::new(self.df[column]?, self.residual_df() as f64, 0.0);
        Some(ExpectedPrecision { error: (self.variances[column] * variance).sqrt(), df: moderated.df() })
    }

    /// The number of coefficients that the observations determine, including the mean.
    pub fn rank(&self) -> u64 {
        self.rank
    }

    /// The degrees of freedom of the residuals.
    pub fn residual_df(&self) -> u64 {
        self.observations.saturating_sub(self.rank)
    }

    /// Fits an outcome, given by the observations of each row, as many as those with which the model was built.
    pub fn fit(&self, observed: &[Welford]) -> Fit {
        let mut moments = vec![0.0; self.inverse.size()];
        for (columns, values) in self.rows.iter().zip(observed) {
            let sum = values.mean().unwrap_or(0.0) * values.count() as f64;
            columns.iter().for_each(|&column| moments[usize::from(column)] += sum);
        }
        let coefficients = self.inverse.times(&moments);
        let mut variances = vec![0.0; self.inverse.size()];
        let (mut residual_squares, mut squares_sum, mut fourth_sum) = (0.0, 0.0, 0.0);
        let total_squares: f64 = observed.iter().map(|values| values.squares_around(0.0)).sum();
        for (columns, values) in self.rows.iter().zip(observed) {
            let fitted: f64 = columns.iter().map(|&column| coefficients[usize::from(column)]).sum();
            let squares = values.squares_around(fitted);
            residual_squares += squares;
            let influence = self.influence(columns);
            if let Some(rest) = beyond_leverage(columns, &influence) {
                let weight = squares / rest;
                variances.iter_mut().zip(influence).for_each(|(sum, part)| *sum += weight * part * part);
                squares_sum += weight;
                fourth_sum += weight * weight / values.count() as f64;
            }
        }
        let count = self.observations.max(1) as f64;
        if is_rounding((residual_squares / count).sqrt(), (total_squares / count).sqrt()) {
            let (errors, df) = (vec![0.0; coefficients.len()], vec![None; coefficients.len()]);
            return Fit { coefficients, errors, df, residual_squares: 0.0 };
        }
        let pooled = residual_squares / self.residual_df().max(1) as f64;
        let excess_kurtosis = if squares_sum > 0.0 {
            (self.observations as f64 * fourth_sum / (squares_sum * squares_sum) - 3.0).max(0.0)
        } else {
            0.0
        };
        let (errors, df) = variances
            .into_iter()
            .enumerate()
            .map(|(column, robust)| {
                let Some(df) = self.df[column] else { return (0.0, None) };
                let moderated = ModeratedVariance::new(df, self.residual_df() as f64, excess_kurtosis);
                (moderated.variance(robust, pooled * self.variances[column]).sqrt(), Some(moderated.df()))
            })
            .unzip();
        Fit { coefficients, errors, df, residual_squares }
    }

    /// The change of each coefficient per unit of an observation with these columns.
    fn influence(&self, columns: &[u16]) -> Vec<f64> {
        let mut influence = vec![0.0; self.inverse.size()];
        for &column in columns {
            influence.iter_mut().zip(self.inverse.row(column.into())).for_each(|(sum, part)| *sum += part);
        }
        influence
    }

    /// The variance of each coefficient for observations of variance 1, and the df of its HC2 variance.
    ///
    /// Uses Satterthwaite's approximation under equal variances (Bell & McCaffrey 2002, Survey Methodology 28; Imbens &
    /// Kolesár 2016, Review of Economics and Statistics 98). With influences a of observations, their leverages h,
    /// d = a² / (1 - h) and the residual projection M, the estimated variance is y'MDMy, and
    /// ν = tr(MD)² / tr(MDMD) = (Σ a²)² / (Σ d² (1 - 2 h) + Σ Σ d d' h'²), where h' is the leverage of one observation
    /// on another.
    fn precision(&self, counts: &[u64]) -> (Vec<f64>, Vec<Option<f64>>) {
        let columns = self.inverse.size();
        let mut traces = vec![0.0; columns];
        let mut squared = vec![0.0; columns];
        let mut without_residual = vec![0.0; columns];
        // The influences of each row, and its weights d times its number of observations; 0 without a residual.
        let mut dependent: Vec<(Vec<f64>, Vec<f64>)> = Vec::new();
        for (row, &count) in self.rows.iter().zip(counts) {
            let count = count as f64;
            let influence = self.influence(row);
            let mut weights = vec![0.0; columns];
            let rest = beyond_leverage(row, &influence);
            for (column, part) in influence.iter().enumerate() {
                let square = part * part;
                traces[column] += count * square;
                match rest {
                    Some(rest) => {
                        let weight = square / rest;
                        squared[column] += count * weight * weight * (2.0 * rest - 1.0);
                        weights[column] = count * weight;
                    }
                    None => without_residual[column] += count * square,
                }
            }
            if counts.len() <= MOST_ROWS {
                dependent.push((influence, weights));
            }
        }
        for (row, (_, own)) in self.rows.iter().zip(&dependent) {
            // The sums of all columns advance together; column by column, each addition would wait for the previous
            // one.
            let mut sums = vec![0.0; columns];
            for (influence, weights) in &dependent {
                add_times(&mut sums, leverage(row, influence).powi(2), weights);
            }
            squared.iter_mut().zip(own).zip(sums).for_each(|((sum, own), rest)| *sum += own * rest);
        }
        let df = (0..columns)
            .map(|column| {
                let is_known = without_residual[column] <= ROUNDING * traces[column] && squared[column] > 0.0;
                is_known.then(|| traces[column] * traces[column] / squared[column])
            })
            .collect();
        (traces, df)
    }
}

/// 1 minus the leverage of an observation; `None` if it determines its own fit (no residual).
fn beyond_leverage(columns: &[u16], influence: &[f64]) -> Option<f64> {
    let rest = 1.0 - leverage(columns, influence);
    (rest > ROUNDING).then_some(rest)
}

/// The leverage of an observation with these columns on the one with this influence.
fn leverage(columns: &[u16], influence: &[f64]) -> f64 {
    columns.iter().map(|&column| influence[usize::from(column)]).sum()
}

/// Adds a multiple of a vector to another.
#[inline]
fn add_times(sums: &mut [f64], times: f64, vector: &[f64]) {
    for (sum, part) in sums.iter_mut().zip(vector) {
        *sum += times * part;
    }
}

/// Adds a multiple of the outer product of a 0/1 row, given by the columns that are 1.
fn add_products(products: &mut Symmetric, columns: &[u16], times: f64) {
    for &one in columns {
        columns.iter().for_each(|&two| products[(one.into(), two.into())] += times);
    }
}

impl Fit {
    /// A coefficient with its 95 % interval.
    ///
    /// There is no interval if it depends on an observation without a residual, or if all residuals are rounding.
    pub fn estimate(&self, column: usize) -> Estimate {
        let value = self.coefficients[column];
        let interval = self.df[column].map(|df| Interval::around(value, t_quantile(df) * self.errors[column]));
        Estimate { value: Some(value), interval }
    }

    /// The two-sided p value of the hypothesis that a coefficient is 0; `None` if it has no interval.
    pub fn p_value(&self, column: usize) -> Option<f64> {
        self.df[column].map(|df| two_sided_p(self.coefficients[column] / self.errors[column], df))
    }
}
