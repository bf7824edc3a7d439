//! A complete search of 1,814,400 states on 1, 2 and 4 threads, and by a loop on one.

#[path = "common/slide.rs"]
mod slide;

use clew_core::puzzle::Puzzle;
use clew_core::watch::Watch;
use clew_search::bfs::bfs;
use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};

fn threads(criterion: &mut Criterion) {
    let puzzle = slide::puzzle();
    let mut group = criterion.benchmark_group("sliding 2x5 by threads");
    group.sample_size(10);
    for threads in [1, 2, 4] {
        group.bench_with_input(BenchmarkId::from_parameter(threads), &threads, |bench, &threads| {
            bench.iter(|| bfs(&puzzle, puzzle.initial(), threads, &mut Watch::unlimited()));
        });
    }
    group.bench_function("by hand", |bench| bench.iter(slide::by_hand));
    group.finish();
}

criterion_group!(benches, threads);
criterion_main!(benches);
