//! Least squares for models whose columns are all 0 or 1 and whose coefficients sum to zero within groups.

use super::least_squares::symmetric::{Symmetric, dot};
use super::{Estimate, Interval, Welford, t_quantile, two_sided_p};

/// The fewest degrees of freedom that residuals must leave.
pub const MIN_FREEDOM: u64 = 10;

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
    /// Of each coefficient's t; nothing for one that depends on an observation without residual.
    freedom: Vec<Option<f64>>,
}

/// A model's coefficients for one outcome.
#[derive(Clone, Debug)]
pub struct Fit<'m> {
    model: &'m Model,
    /// The coefficients.
    pub coefficients: Vec<f64>,
    /// Their standard errors, robust against unequal variances: HC2 of MacKinnon & White (1985, Journal of Econometrics 29). Where an
    /// observation is the mean of a cluster, they are robust against any dependence within clusters: CR2 is the same then.
    pub errors: Vec<f64>,
    /// Sum of squared residuals.
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
        let mut model = Self { inverse, observations, rank, freedom: Vec::new() };
        model.freedom = model.degrees_of_freedom(rows);
        Some(model)
    }

    /// How many coefficients the observations determine, the mean among them.
    pub fn rank(&self) -> u64 {
        self.rank
    }

    /// Degrees of freedom of the residuals.
    pub fn residual_freedom(&self) -> u64 {
        self.observations.saturating_sub(self.rank)
    }

    /// Fits an outcome; its rows have the columns and counts of those that the model was made for.
    pub fn fit(&self, rows: &[Row]) -> Fit<'_> {
        let mut moments = vec![0.0; self.inverse.size()];
        for Row { columns, values } in rows {
            let sum = values.mean().unwrap_or(0.0) * values.count() as f64;
            columns.iter().for_each(|&column| moments[column] += sum);
        }
        let coefficients = self.inverse.times(&moments);
        let mut variances = vec![0.0; self.inverse.size()];
        let mut residual_squares = 0.0;
        for Row { columns, values } in rows {
            let fitted: f64 = columns.iter().map(|&column| coefficients[column]).sum();
            let squares = values.squares_around(fitted);
            residual_squares += squares;
            let influence = self.influence(columns);
            if let Some(rest) = beyond_leverage(columns, &influence) {
                let weight = squares / rest;
                variances.iter_mut().zip(influence).for_each(|(sum, part)| *sum += weight * part * part);
            }
        }
        let errors = variances.into_iter().map(f64::sqrt).collect();
        Fit { model: self, coefficients, errors, residual_squares }
    }

    /// What an observation with these columns adds to each coefficient, times its value.
    fn influence(&self, columns: &[usize]) -> Vec<f64> {
        let mut influence = vec![0.0; self.inverse.size()];
        for &column in columns {
            influence.iter_mut().zip(self.inverse.row(column)).for_each(|(sum, part)| *sum += part);
        }
        influence
    }

    /// The degrees of freedom of each coefficient's t, by Satterthwaite's approximation where all observations have one variance (Bell &
    /// McCaffrey 2002, Survey Methodology 28; Imbens & Kolesár 2016, Review of Economics and Statistics 98).
    ///
    /// With influences a of observations, their leverages h, d = a² / (1 - h) and the residuals' projection M, the estimated variance is
    /// y'MDMy, and ν = tr(MD)² / tr(MDMD) = (Σ a²)² / (Σ d² (1 - 2 h) + Σ Σ d d' h'²), where h' is of two observations.
    fn degrees_of_freedom(&self, rows: &[Row]) -> Vec<Option<f64>> {
        let columns = self.inverse.size();
        let influences: Vec<Vec<f64>> = rows.iter().map(|row| self.influence(&row.columns)).collect();
        let mut traces = vec![0.0; columns];
        let mut squared = vec![0.0; columns];
        let mut without_residual = vec![0.0; columns];
        // The weights d, 0 for an observation without residual, times how many there are.
        let mut weights = vec![vec![0.0; rows.len()]; columns];
        for (place, (row, influence)) in rows.iter().zip(&influences).enumerate() {
            let count = row.values.count() as f64;
            let rest = beyond_leverage(&row.columns, influence);
            for (column, part) in influence.iter().enumerate() {
                let square = part * part;
                traces[column] += count * square;
                match rest {
                    Some(rest) => {
                        let weight = square / rest;
                        squared[column] += count * weight * weight * (2.0 * rest - 1.0);
                        weights[column][place] = count * weight;
                    }
                    None => without_residual[column] += count * square,
                }
            }
        }
        if rows.len() <= MOST_ROWS {
            for (place, row) in rows.iter().enumerate() {
                let leverages: Vec<f64> = influences
                    .iter()
                    .map(|influence| row.columns.iter().map(|&column| influence[column]).sum::<f64>().powi(2))
                    .collect();
                for (sum, weights) in squared.iter_mut().zip(&weights).filter(|(_, weights)| weights[place] > 0.0) {
                    *sum += weights[place] * dot(weights, &leverages);
                }
            }
        }
        let of_column = |column: usize| {
            let tells = without_residual[column] <= ROUNDING * traces[column] && squared[column] > 0.0;
            tells.then(|| traces[column] * traces[column] / squared[column])
        };
        (0..columns).map(of_column).collect()
    }
}

/// 1 less the leverage of an observation with these columns and this influence; nothing if it decides its own fit, and so has no residual.
fn beyond_leverage(columns: &[usize], influence: &[f64]) -> Option<f64> {
    let rest = 1.0 - columns.iter().map(|&column| influence[column]).sum::<f64>();
    (rest > ROUNDING).then_some(rest)
}

/// Adds the products of a row of columns that are 1, this many times.
fn add_products(products: &mut Symmetric, columns: &[usize], times: f64) {
    for &one in columns {
        columns.iter().for_each(|&two| products[(one, two)] += times);
    }
}

impl Fit<'_> {
    /// A coefficient with its 95 % interval; without one if it depends on an observation that has no residual.
    pub fn estimate(&self, column: usize) -> Estimate {
        let value = self.coefficients[column];
        let interval = self.model.freedom[column].map(|freedom| {
            let half = t_quantile(freedom) * self.errors[column];
            Interval { low: value - half, high: value + half }
        });
        Estimate { value: Some(value), interval }
    }

    /// The two-sided p value of a coefficient being 0; 1 for one without error, which is 0 in every cluster. Nothing where it has no
    /// interval.
    pub fn p_value(&self, column: usize) -> Option<f64> {
        let error = self.errors[column];
        let p = |freedom| if error > 0.0 { two_sided_p(self.coefficients[column] / error, freedom) } else { 1.0 };
        self.model.freedom[column].map(p)
    }
}
