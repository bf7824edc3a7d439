//! The generic breadth-first search through the trait against a loop written for one board alone.

#[path = "common/slide.rs"]
mod slide;

use clew_core::puzzle::Puzzle;
use clew_core::watch::Watch;
use clew_search::bfs::bfs;
use criterion::{Criterion, criterion_group, criterion_main};

fn sliding_board(criterion: &mut Criterion) {
    let puzzle = slide::puzzle();
    let mut group = criterion.benchmark_group("sliding 2x5");
    group.sample_size(10);
    group.bench_function("generic", |bench| {
        bench.iter(|| bfs(&puzzle, puzzle.initial(), 1, &mut Watch::unlimited()));
    });
    group.bench_function("by hand", |bench| bench.iter(slide::by_hand));
    group.finish();
}

criterion_group!(benches, sliding_board);
criterion_main!(benches);
