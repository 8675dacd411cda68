//! Least squares for models whose columns are all 0 or 1 and whose coefficients sum to zero within groups.

use super::symmetric::{Symmetric, dot};
use super::{Estimate, Interval, Welford, is_rounding, t_quantile, two_sided_p};

/// The fewest degrees of freedom that residuals must leave.
pub const MIN_DF: u64 = 10;

/// An observation with a leverage closer to 1 than this decides its own fit.
const ROUNDING: f64 = 1e-9;

/// The most rows whose dependence on each other enters the degrees of freedom. Where there are more, it changes them by less than a tenth
/// and quantiles by less than a thousandth.
const MOST_ROWS: usize = 2000;

/// Independent observations that share their columns.
#[derive(Clone, Debug)]
pub struct Row {
    /// The columns that are 1.
    pub columns: Vec<usize>,
    /// The observations.
    pub values: Welford,
}

/// A model made ready for any outcome that was observed together.
///
/// With the groups of coefficients that sum to zero as rows of C, A = (X'X + C'C)⁻¹ is a generalised inverse of X'X, and A X'y the
/// one solution of least squares with C b = 0 (Searle 1971, Linear Models, section 5.6).
#[derive(Clone, Debug)]
pub struct Model {
    inverse: Symmetric,
    observations: u64,
    rank: u64,
    /// The variance of each coefficient where that of observations is 1.
    variances: Vec<f64>,
    /// Of each coefficient's HC2 variance; nothing for one that depends on an observation without residual.
    df: Vec<Option<f64>>,
}

/// A coefficient's variance from two sources.
///
/// HC2 (MacKinnon & White 1985, Journal of Econometrics 29) is right whatever the variances of observations; where an observation is the
/// mean of a cluster, it is CR2, and robust against any dependence within clusters. But it knows only the observations that a coefficient
/// depends on, and says far too little where these have hardly seen a rare outcome. The variance under one variance for all observations
/// knows all of them. So HC2 is moderated by the other, as if that were worth [`PRIOR`] degrees of freedom (Smyth 2004, Statistical
/// Applications in Genetics and Molecular Biology 3, pulls variances towards a common one so); HC2 counts with its own degrees of freedom,
/// and less where residuals have heavy tails, since a variance of numbers with excess kurtosis κ is worth 1 / (1 + κ/2) of them.
#[derive(Copy, Clone, PartialEq, Debug)]
struct Moderated {
    /// The weight of HC2.
    robust: f64,
    robust_df: f64,
    pooled_df: f64,
}

/// The degrees of freedom that the pooled variance is taken for.
const PRIOR: f64 = 4.0;

impl Moderated {
    fn of(robust_df: f64, pooled_df: f64, excess_kurtosis: f64) -> Self {
        let worth = robust_df / (1.0 + excess_kurtosis / 2.0);
        Self { robust: worth / (worth + PRIOR), robust_df, pooled_df }
    }

    fn variance(&self, robust: f64, pooled: f64) -> f64 {
        self.robust * robust + (1.0 - self.robust) * pooled
    }

    /// By Satterthwaite's approximation; the two variances covary as the pooled one varies.
    fn df(&self) -> f64 {
        let (own, rest) = (self.robust, 1.0 - self.robust);
        1.0 / (own * own / self.robust_df + rest * (rest + 2.0 * own) / self.pooled_df)
    }
}

/// How surely a coefficient will be known.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Planned {
    /// Its standard error.
    pub error: f64,
    /// The degrees of freedom of its t.
    pub df: f64,
}

/// A model's coefficients for one outcome.
#[derive(Clone, Debug)]
pub struct Fit {
    /// The coefficients.
    pub coefficients: Vec<f64>,
    /// Their standard errors, robust against unequal variances and moderated by the variance that all observations have in common.
    pub errors: Vec<f64>,
    /// The degrees of freedom of each coefficient's t; nothing for one that depends on an observation without residual, or where residuals
    /// are rounding.
    df: Vec<Option<f64>>,
    /// Sum of squared residuals; 0 where they are rounding, as for an outcome that is constant.
    pub residual_squares: f64,
}

impl Model {
    /// A model with this many columns. Nothing if the rows do not determine its coefficients.
    pub fn new(columns: usize, rows: &[Row], zero_sums: &[Vec<usize>]) -> Option<Self> {
        let mut products = Symmetric::zeros(columns);
        rows.iter().for_each(|row| add_products(&mut products, &row.columns, row.values.count() as f64));
        let observations: u64 = rows.iter().map(|row| row.values.count()).sum();
        let mut bordered = products.clone();
        // The weight changes nothing but rounding.
        let weight = observations as f64 / columns as f64;
        zero_sums.iter().for_each(|group| add_products(&mut bordered, group, weight));
        let inverse = bordered.inverse()?;
        // The trace of a projection is its rank.
        let rank = (0..columns).map(|row| dot(inverse.row(row), products.row(row))).sum::<f64>().round() as u64;
        let mut model = Self { inverse, observations, rank, variances: Vec::new(), df: Vec::new() };
        (model.variances, model.df) = model.precision(rows);
        Some(model)
    }

    /// How surely a coefficient is known where observations have this variance; nothing if it depends on one without residual.
    pub fn expected(&self, column: usize, variance: f64) -> Option<Planned> {
        let error = (self.variances[column] * variance).sqrt();
        let of = |df| Moderated::of(df, self.residual_df() as f64, 0.0);
        self.df[column].map(|df| Planned { error, df: of(df).df() })
    }

    /// How many coefficients the observations determine, the mean among them.
    pub fn rank(&self) -> u64 {
        self.rank
    }

    /// Degrees of freedom of the residuals.
    pub fn residual_df(&self) -> u64 {
        self.observations.saturating_sub(self.rank)
    }

    /// Fits an outcome; its rows have the columns and counts of those that the model was made for.
    pub fn fit(&self, rows: &[Row]) -> Fit {
        let mut moments = vec![0.0; self.inverse.size()];
        for Row { columns, values } in rows {
            let sum = values.mean().unwrap_or(0.0) * values.count() as f64;
            columns.iter().for_each(|&column| moments[column] += sum);
        }
        let coefficients = self.inverse.times(&moments);
        let mut variances = vec![0.0; self.inverse.size()];
        let (mut residual_squares, mut squares_sum, mut fourth_sum) = (0.0, 0.0, 0.0);
        let total_squares: f64 = rows.iter().map(|row| row.values.squares_around(0.0)).sum();
        for Row { columns, values } in rows {
            let fitted: f64 = columns.iter().map(|&column| coefficients[column]).sum();
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
        let root_mean = |squares: f64| (squares / self.observations.max(1) as f64).sqrt();
        if is_rounding(root_mean(residual_squares), root_mean(total_squares)) {
            let (errors, df) = (vec![0.0; coefficients.len()], vec![None; coefficients.len()]);
            return Fit { coefficients, errors, df, residual_squares: 0.0 };
        }
        let pooled = residual_squares / self.residual_df().max(1) as f64;
        let heavy = if squares_sum > 0.0 {
            (self.observations as f64 * fourth_sum / (squares_sum * squares_sum) - 3.0).max(0.0)
        } else {
            0.0
        };
        let moderated = |(column, robust): (usize, f64)| {
            let of = Moderated::of(self.df[column]?, self.residual_df() as f64, heavy);
            Some((of.variance(robust, pooled * self.variances[column]).sqrt(), of.df()))
        };
        let moderated: Vec<Option<(f64, f64)>> = variances.into_iter().enumerate().map(moderated).collect();
        let errors = moderated.iter().map(|of| of.map_or(0.0, |(error, _)| error)).collect();
        let df = moderated.iter().map(|of| of.map(|(_, df)| df)).collect();
        Fit { coefficients, errors, df, residual_squares }
    }

    /// What an observation with these columns adds to each coefficient, times its value.
    fn influence(&self, columns: &[usize]) -> Vec<f64> {
        let mut influence = vec![0.0; self.inverse.size()];
        for &column in columns {
            influence.iter_mut().zip(self.inverse.row(column)).for_each(|(sum, part)| *sum += part);
        }
        influence
    }

    /// The variance of each coefficient where that of observations is 1, and the degrees of freedom of its HC2 variance, by Satterthwaite's
    /// approximation where all observations have one variance (Bell & McCaffrey 2002, Survey Methodology 28; Imbens & Kolesár 2016, Review
    /// of Economics and Statistics 98).
    ///
    /// With influences a of observations, their leverages h, d = a² / (1 - h) and the residuals' projection M, the estimated variance is
    /// y'MDMy, and ν = tr(MD)² / tr(MDMD) = (Σ a²)² / (Σ d² (1 - 2 h) + Σ Σ d d' h'²), where h' is of two observations.
    fn precision(&self, rows: &[Row]) -> (Vec<f64>, Vec<Option<f64>>) {
        let columns = self.inverse.size();
        let influences: Vec<Vec<f64>> = rows.iter().map(|row| self.influence(&row.columns)).collect();
        let mut traces = vec![0.0; columns];
        let mut squared = vec![0.0; columns];
        let mut without_residual = vec![0.0; columns];
        // The weights d of each row, 0 for an observation without residual, times how many there are.
        let mut weights = vec![vec![0.0; columns]; rows.len()];
        for ((row, influence), weights) in rows.iter().zip(&influences).zip(&mut weights) {
            let count = row.values.count() as f64;
            let rest = beyond_leverage(&row.columns, influence);
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
        }
        if rows.len() <= MOST_ROWS {
            for (row, own) in rows.iter().zip(&weights) {
                // The sums of all columns go on side by side: in one after the other, each addition would wait for the one before.
                let mut sums = vec![0.0; columns];
                for (influence, weights) in influences.iter().zip(&weights) {
                    let leverage = row.columns.iter().map(|&column| influence[column]).sum::<f64>().powi(2);
                    add_times(&mut sums, leverage, weights);
                }
                squared.iter_mut().zip(own).zip(sums).for_each(|((sum, own), rest)| *sum += own * rest);
            }
        }
        let of_column = |column: usize| {
            let tells = without_residual[column] <= ROUNDING * traces[column] && squared[column] > 0.0;
            tells.then(|| traces[column] * traces[column] / squared[column])
        };
        let df = (0..columns).map(of_column).collect();
        (traces, df)
    }
}

/// 1 less the leverage of an observation with these columns and this influence; nothing if it decides its own fit, and so has no residual.
fn beyond_leverage(columns: &[usize], influence: &[f64]) -> Option<f64> {
    let rest = 1.0 - columns.iter().map(|&column| influence[column]).sum::<f64>();
    (rest > ROUNDING).then_some(rest)
}

/// Adds this many times a vector to another.
#[inline]
fn add_times(sums: &mut [f64], times: f64, vector: &[f64]) {
    for (sum, part) in sums.iter_mut().zip(vector) {
        *sum += times * part;
    }
}

/// Adds the products of a row of columns that are 1, this many times.
fn add_products(products: &mut Symmetric, columns: &[usize], times: f64) {
    for &one in columns {
        columns.iter().for_each(|&two| products[(one, two)] += times);
    }
}

impl Fit {
    /// A coefficient with its 95 % interval; without one if it depends on an observation that has no residual, or residuals are rounding.
    pub fn estimate(&self, column: usize) -> Estimate {
        let value = self.coefficients[column];
        let interval = self.df[column].map(|df| {
            let half = t_quantile(df) * self.errors[column];
            Interval { low: value - half, high: value + half }
        });
        Estimate { value: Some(value), interval }
    }

    /// The two-sided p value of a coefficient being 0. Nothing where it has no interval.
    pub fn p_value(&self, column: usize) -> Option<f64> {
        self.df[column].map(|df| two_sided_p(self.coefficients[column] / self.errors[column], df))
    }
}
