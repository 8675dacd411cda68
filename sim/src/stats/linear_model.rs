//! Least squares for models whose columns are all 0 or 1 and whose coefficients sum to zero within groups.

use super::least_squares::symmetric::{Symmetric, dot};
use super::{Welford, t_quantile, two_sided_p};

/// The fewest degrees of freedom that residuals must leave.
pub const MIN_FREEDOM: u64 = 10;

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
    /// Observations minus the rank of X.
    freedom: u64,
}

/// A model's coefficients for one outcome.
#[derive(Clone, Debug)]
pub struct Fit {
    /// The coefficients.
    pub coefficients: Vec<f64>,
    /// Their standard errors, robust against unequal variances: HC2 of MacKinnon & White (1985, Journal of Econometrics 29). Where an
    /// observation is the mean of a cluster, they are robust against any dependence within clusters.
    pub errors: Vec<f64>,
    /// Sum of squared residuals.
    pub residual_squares: f64,
    /// Degrees of freedom of the residuals.
    pub freedom: u64,
}

impl Model {
    /// A model with this many columns. Nothing if the rows do not determine its coefficients, or leave fewer than [`MIN_FREEDOM`].
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
        let freedom = observations.checked_sub(rank).filter(|freedom| *freedom >= MIN_FREEDOM)?;
        Some(Self { inverse, freedom })
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
        let mut residual_squares = 0.0;
        for row in rows {
            let fitted: f64 = row.columns.iter().map(|&column| coefficients[column]).sum();
            let squares = row.values.squares_around(fitted);
            residual_squares += squares;
            self.add_variances(&row.columns, squares, &mut variances);
        }
        Fit {
            coefficients,
            errors: variances.into_iter().map(f64::sqrt).collect(),
            residual_squares,
            freedom: self.freedom,
        }
    }

    /// What observations with these columns and this sum of squared residuals add to the variances of the coefficients.
    fn add_variances(&self, columns: &[usize], squares: f64, variances: &mut [f64]) {
        let mut influence = vec![0.0; variances.len()];
        for &column in columns {
            influence.iter_mut().zip(self.inverse.row(column)).for_each(|(sum, part)| *sum += part);
        }
        let leverage: f64 = columns.iter().map(|&column| influence[column]).sum();
        // An observation that decides its own fit has no residual.
        if leverage < 1.0 - 1e-9 {
            let weight = squares / (1.0 - leverage);
            variances.iter_mut().zip(influence).for_each(|(sum, part)| *sum += weight * part * part);
        }
    }
}

/// Adds the products of a row of columns that are 1, this many times.
fn add_products(products: &mut Symmetric, columns: &[usize], times: f64) {
    for &one in columns {
        columns.iter().for_each(|&two| products[(one, two)] += times);
    }
}

impl Fit {
    /// The ends of a coefficient's 95 % interval.
    pub fn interval(&self, column: usize) -> (f64, f64) {
        let half = t_quantile(self.freedom) * self.errors[column];
        (self.coefficients[column] - half, self.coefficients[column] + half)
    }

    /// The two-sided p value of a coefficient being 0; 1 for one without error, which is 0 in every cluster.
    pub fn p_value(&self, column: usize) -> f64 {
        let error = self.errors[column];
        if error > 0.0 { two_sided_p(self.coefficients[column] / error, self.freedom) } else { 1.0 }
    }
}
