//! Block boards, warm, on one thread: the family's own search against the generic one in the same run.

#[path = "common/boards.rs"]
mod boards;

use clew_core::watch::Watch;
use clew_families::blocks::Setup;
use clew_families::blocks::make;
use clew_search::auto::Request;
use criterion::{Criterion, criterion_group, criterion_main};

/// Solves one board both ways.
fn board(criterion: &mut Criterion, name: &str, setup: &Setup) {
    let puzzle = make::puzzle(setup).expect("a board of the bench is valid");
    let start = puzzle.initial();
    let mut group = criterion.benchmark_group(name);
    for (method, shortcuts) in [("solve", true), ("plain", false)] {
        let request = Request { shortcuts, ..Request::default() };
        group.bench_function(method, |bench| {
            bench.iter(|| puzzle.solve(&start, request, &mut Watch::unlimited()));
        });
    }
    group.bench_function("construct", |bench| bench.iter(|| make::puzzle(setup)));
    group.finish();
}

fn blocks(criterion: &mut Criterion) {
    board(criterion, "blocks 60 moves", &boards::rush(boards::SIXTY_MOVES));
    board(criterion, "blocks huarong dao", &boards::huarong_dao());
}

criterion_group!(benches, blocks);
criterion_main!(benches);
