//! Shards of an experiment read together, block by block, as if they were one run.

use crate::analysis::sums_of;
use crate::error::{Error, Result};
use crate::folder::Unfinished;
use crate::identity;
use crate::kept::Kept;
use crate::part::Part;
use crate::progress::Progress;
use crate::raw::{RawBlock, RawReader, RowReader};
use crate::tables::results::Totals;
use crate::tournament::Manner;
use crate::{interrupt, ordered};

/// The part of an experiment that these folders hold together.
///
/// # Errors
/// If they are not parts of one experiment, played by one program unless `any_version`, or two hold the same shard.
pub fn united(kept: &[Kept], any_version: bool) -> Result<Part> {
    let mut part = Part { shards: kept[0].part.shards.clone(), of: kept[0].part.of };
    for (index, next) in kept.iter().enumerate().skip(1) {
        identity::same(&kept[0].folder, &next.folder, any_version)?;
        if next.part.of != part.of {
            return Err(Error::input(format!(
                "{}: found shard {}, and {} is {}; accepted: shards of one division",
                next.folder.display(),
                next.part,
                kept[0].folder.display(),
                kept[0].part
            )));
        }
        let earlier = |shard: &u64| kept[..index].iter().find(|kept| kept.part.shards.contains(shard));
        if let Some((shard, other)) = next.part.shards.iter().find_map(|shard| Some((shard, earlier(shard)?))) {
            let (next, other) = (next.folder.display(), other.folder.display());
            return Err(Error::input(format!(
                "{next}: found shard {shard}/{}, which {other} holds already; accepted: every shard once",
                part.of
            )));
        }
        part.shards.extend(&next.part.shards);
    }
    Ok(part)
}

/// Writes all blocks of these parts in their order; the sums of all.
///
/// # Errors
/// If a table is not as the run left it, cannot be written, or Ctrl-C is pressed.
pub fn merge(kept: &[Kept], part: &Part, run: &mut Unfinished, manner: Manner) -> Result<Totals> {
    let experiment = &kept[0].experiment;
    let pool = ordered::pool(manner.threads)?;
    let progress = Progress::of_games(part.block_count(experiment.blocks) * experiment.games_per_block(), manner.quiet);
    let rows: Vec<RowReader<'_>> = kept.iter().map(|kept| RowReader::new(experiment, &kept.folder)).collect();
    let sums = |(): &mut (), (index, block): (usize, RawBlock)| {
        sums_of(experiment, &rows[index], &block).map(|sums| (block, sums))
    };
    let mut totals = Totals::new(experiment);
    ordered::for_each(
        &pool,
        interrupt::heed()?,
        Parts::open(kept, part)?,
        || (),
        sums,
        |read| {
            let (block, sums) = read?;
            run.writer.add(&block.lines, &[])?;
            totals.add(&sums);
            progress.add(experiment.games_per_block());
            Ok(())
        },
    )?;
    Ok(totals)
}

/// The blocks of several parts in their order.
struct Parts<'a, N> {
    kept: &'a [Kept],
    readers: Vec<RawReader<'a>>,
    numbers: N,
}

impl<'a> Parts<'a, ()> {
    fn open(kept: &'a [Kept], part: &'a Part) -> Result<Parts<'a, impl Iterator<Item = u64>>> {
        let open =
            |part: &'a Kept| RawReader::open_hashing(&kept[0].experiment, &part.folder, part.experiment.tables.clone());
        let readers = kept.iter().map(open).collect::<Result<_>>()?;
        Ok(Parts { kept, readers, numbers: part.blocks(kept[0].experiment.blocks) })
    }
}

impl<N: Iterator<Item = u64>> Iterator for Parts<'_, N> {
    type Item = Result<(usize, RawBlock)>;

    fn next(&mut self) -> Option<Self::Item> {
        let Some(number) = self.numbers.next() else { return self.end().err().map(Err) };
        let index = self.kept.iter().position(|kept| kept.part.has(number)).expect("every block is in a part");
        Some(self.readers[index].block(number).map(|block| (index, block)))
    }
}

impl<N> Parts<'_, N> {
    /// Whether every table has ended, and was that of its manifest.
    fn end(&mut self) -> Result<()> {
        for (reader, kept) in self.readers.iter_mut().zip(self.kept) {
            reader.end()?;
            reader.contents().into_iter().try_for_each(|(file, found)| kept.confirm_table(&file, &found))?;
        }
        Ok(())
    }
}
