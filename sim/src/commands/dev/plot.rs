//! `sim dev plot`: tables as a figure.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::commands::args::whole;
use lab::base::error::{Error, Result};
use lab::base::out;
use lab::figure::data::{Axis, NumberFormat};
use lab::tables::frame::Frame;
use report::figure::draw::{Drawing, FigureStyle, alone};
use report::plot::{Plot, RowFilter};

/// Arguments of `sim dev plot`.
#[derive(Args, Debug)]
pub struct PlotArgs {
    /// Read these CSV tables, of one run or of several
    ///
    /// Each of several tables is a series, named NAME or after its file.
    #[arg(value_name = "[NAME=]TABLE.csv", required = true)]
    pub tables: Vec<String>,

    /// Draw the values of this column
    ///
    /// NAME also stands for NAME_mean; intervals are read from NAME_lo and NAME_hi.
    #[arg(long, value_name = "COLUMN")]
    pub value: String,

    /// Make a row for each value of this column; several columns are joined
    #[arg(long, value_name = "COLUMN", required = true)]
    pub by: Vec<String>,

    /// Make a series for each value of this column (repeatable)
    #[arg(long, value_name = "COLUMN")]
    pub series: Vec<String>,

    /// Keep rows with this cell or, with !=, without it (repeatable)
    ///
    /// If a column is given several times, rows with any of the cells are kept.
    #[arg(long, value_name = "COLUMN[!]=CELL")]
    pub only: Vec<String>,

    /// Draw lines over the numbers of the first --by instead of rows of dots
    #[arg(long, conflicts_with = "sorted")]
    pub lines: bool,

    /// Sort rows by value, largest first, instead of in table order
    #[arg(long)]
    pub sorted: bool,

    /// Show values, given as fractions, as percentages
    #[arg(long)]
    pub percent: bool,

    /// Read the lower ends of intervals from this column
    #[arg(long, value_name = "COLUMN", requires = "high")]
    pub low: Option<String>,

    /// Read the upper ends of intervals from this column
    #[arg(long, value_name = "COLUMN", requires = "low")]
    pub high: Option<String>,

    /// Draw a line at this value, labelled TEXT
    #[arg(long, value_name = "NUMBER[=TEXT]", allow_hyphen_values = true)]
    pub rule: Option<String>,

    /// Label the axis of the values [default: the column]
    #[arg(long, value_name = "TEXT")]
    pub axis: Option<String>,

    /// Set the figure's title for screen readers [default: the columns]
    #[arg(long, value_name = "TEXT")]
    pub title: Option<String>,

    /// Make the figure this wide, in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 720, value_parser = whole::<u16>(280..=4000))]
    pub width: u16,

    /// Use this font family
    #[arg(long, value_name = "FAMILY", default_value = "system-ui, sans-serif")]
    pub font: String,
}

/// Draws the figure to standard output, as SVG.
pub fn run(args: &PlotArgs) -> Result<()> {
    let tables = args.tables.iter().map(|table| read(table)).collect::<Result<Vec<_>>>()?;
    let form = if args.percent { NumberFormat::Percent } else { NumberFormat::Plain };
    let plot = Plot {
        value: args.value.clone(),
        ends: args.low.clone().zip(args.high.clone()).map(|(low, high)| [low, high]),
        by: args.by.clone(),
        series: args.series.clone(),
        only: args.only.iter().map(|only| cells(only)).collect::<Result<_>>()?,
        is_line: args.lines,
        is_sorted: args.sorted,
        axis: Axis::of(args.axis.clone().unwrap_or_else(|| args.value.clone()), form),
        rule: args.rule.as_deref().map(rule).transpose()?,
    };
    let chart = plot.chart(&tables)?;
    let title = args.title.clone().unwrap_or_else(|| format!("{} by {}", args.value, args.by.join(", ")));
    let files: Vec<&str> = args.tables.iter().map(|table| named(table).1).collect();
    let description = format!("The numbers are in {}.", files.join(", "));
    let drawing = Drawing { title: &title, description: &description, chart: &chart };
    let look = FigureStyle { width: args.width.into(), font: args.font.clone(), ..FigureStyle::default() };
    out::print(format_args!("{}", alone(&drawing, &look)))
}

/// Splits a table's name from its file.
fn named(table: &str) -> (&str, &str) {
    let stem = Path::new(table).file_stem().and_then(|stem| stem.to_str()).unwrap_or(table);
    table.split_once('=').unwrap_or((stem, table))
}

fn read(table: &str) -> Result<(String, Frame)> {
    let (name, file) = named(table);
    let frame = Frame::read(&PathBuf::from(file))?;
    let frame = frame.ok_or_else(|| Error::input(file, "no such file", "a table as CSV"))?;
    Ok((name.to_owned(), frame))
}

fn cells(only: &str) -> Result<RowFilter> {
    let (column, cell) = only
        .split_once('=')
        .ok_or_else(|| Error::input("--only", format_args!("found `{only}`"), "a column, `=` or `!=`, and a cell"))?;
    let (column, is_not) = column.strip_suffix('!').map_or((column, false), |column| (column, true));
    Ok(RowFilter { column: column.to_owned(), cell: cell.to_owned(), is_not })
}

fn rule(rule: &str) -> Result<(f64, String)> {
    let (number, text) = rule.split_once('=').unwrap_or((rule, rule));
    let value = number.parse().ok().filter(|value: &f64| value.is_finite());
    let value = value.ok_or_else(|| {
        Error::input("--rule", format_args!("found `{number}`"), "a number, or a number, `=`, and a text")
    })?;
    Ok((value, text.to_owned()))
}
