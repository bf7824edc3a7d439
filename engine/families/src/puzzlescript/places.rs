//! Where things can be at all, in any position of a level.
//!
//! All rules are followed at once, and what they make, push and move is only ever added. A row may match where each thing
//! that it asks for may be, and nothing that it forbids lies for good:
//!
//! ```text
//!   level      rule                                    Crate, may be   of the other cells none needs a bit for crates
//!   #######                                            .......
//!   #.P*..#    [ > Player | Crate ]                    .*****.
//!   #######       -> [ > Player | > Crate ]            .......
//!   ~~*~~~~    (below, no player can come)             ..*....
//! ```
//!
//! What can happen in play is among that: a turn begins from what may be, a rule that matches in it matches here too, and
//! does here what it does there, without taking anything away. So cells where nothing can come need no room in a packed
//! position, and rules that match nowhere here never match ([`Places::settle`]).

use super::bits::{Set, members, set};
use super::effects::passing;
use super::game::Game;
use super::grid::each_shifted;
use super::layout::changing;
use super::planes::{Planes, cells};
use super::program::{Program, Row, Rule, Segment, WAYS, shift};

/// Words of planes that are looked at, at most, before all that can be in the level counts as possible anywhere.
const WORK: usize = 1 << 25;

/// For each object the cells where it can lie.
#[derive(Clone, Debug)]
pub struct Places {
    /// Planes of objects, then of movements.
    pub can: Planes,
    /// What lies there in every position.
    always: Planes,
    /// By rule: whether it can match.
    matches: Vec<bool>,
    work: usize,
}

impl Places {
    /// `start`: the plain numbers of another position in which play may begin.
    pub fn new(game: &Game, program: &Program, start: &[u16]) -> Self {
        let words = program.words;
        let mut can = Planes { bits: vec![0; program.planes() * words], words };
        can.bits[..game.level.bits.len()].copy_from_slice(&game.level.bits);
        let mut always = can.clone();
        members(&changing(game)).for_each(|object| always.plane_mut(object).fill(0));
        // A position, and where a restart leads.
        let count = program.rank.len();
        for (place, &number) in start.iter().enumerate().take(2 * count * program.layers) {
            if (1..=program.objects).contains(&usize::from(number)) {
                can.put(usize::from(number) - 1, place / program.layers % count);
            }
        }
        let matches = vec![false; program.rules.len()];
        let mut found = Self { can, always, matches, work: 0 };
        let room = room(program);
        loop {
            let before = found.can.bits.clone();
            found.work += before.len();
            found.press_keys(program);
            for rule in &program.rules {
                found.follow(program, rule);
                if found.is_spent() {
                    break;
                }
            }
            found.make_moves(program, &room);
            if found.is_spent() {
                found.give_up(game, program);
                return found;
            }
            if found.can.bits == before {
                return found;
            }
        }
    }

    fn is_spent(&self) -> bool {
        self.work > WORK
    }

    /// All that can be in the level may be anywhere.
    fn give_up(&mut self, game: &Game, program: &Program) {
        for object in members(&game.can_be) {
            self.can.plane_mut(object).copy_from_slice(&program.whole);
        }
        self.matches.fill(true);
    }

    /// Takes away the rules that can never match, and the objects that can be nowhere; says whether there were any.
    pub fn settle(&self, game: &mut Game) -> bool {
        let mut number = 0;
        let mut keep = |_: &super::game::Rule| {
            number += 1;
            self.matches[number - 1]
        };
        for group in game.early.groups.iter_mut().chain(&mut game.late.groups) {
            group.rules.retain(&mut keep);
        }
        let mut can_be: Set = vec![0; game.can_be.len()].into();
        for object in members(&game.can_be).filter(|&object| cells(self.can.plane(object)).next().is_some()) {
            set(&mut can_be, object);
        }
        let changed = can_be != game.can_be || self.matches.contains(&false);
        game.can_be = can_be;
        changed
    }

    /// Where objects can be when a turn has ended. `begun`: the objects of the position in which play begins.
    pub fn at_rest(self, game: &Game, start: &[u16], begun: &[u64]) -> Planes {
        let Planes { words, .. } = self.can;
        let mut can = self.can;
        for object in members(&passing(game)) {
            let begins = begun[object * words..][..words].iter().any(|&word| word != 0);
            if !begins && !start.contains(&(object as u16 + 1)) {
                can.plane_mut(object).fill(0);
            }
        }
        can
    }

    /// Each key gives players a movement.
    fn press_keys(&mut self, program: &Program) {
        for &object in &program.player {
            for way in 0..WAYS {
                let plane = program.moving(program.layer_of[object], way);
                for word in 0..program.words {
                    self.can.bits[plane * program.words + word] |=
                        self.can.bits[object * program.words + word];
                }
            }
        }
    }

    fn follow(&mut self, program: &Program, rule: &Rule) {
        let mut places = Vec::new();
        for row in &rule.rows {
            let of_row: Vec<Vec<u64>> =
                row.segments.iter().map(|segment| self.matching(program, segment)).collect();
            if of_row.iter().any(|found| found.iter().all(|&word| word == 0)) {
                return;
            }
            places.push(of_row);
        }
        self.matches[rule.number] = true;
        for (row, places) in rule.rows.iter().zip(&places) {
            self.change(program, rule, row, places);
        }
    }

    /// The cells from which a segment may match; more than those if the work is spent.
    fn matching(&mut self, program: &Program, segment: &Segment) -> Vec<u64> {
        let words = program.words;
        let mut found = program.fitting[segment.fitting].clone();
        self.work += words + 1;
        for test in &segment.tests {
            if self.is_spent() || found.iter().all(|&word| word == 0) {
                break;
            }
            let among = if test.inverted == 0 { &self.can.bits } else { &self.always.bits };
            let mut held = vec![0; words];
            for from in test.planes(program) {
                self.work += words;
                // Read from so much further on: as far as the ring goes on to here.
                let back = shift(words, -((64 * test.words + test.bits) as isize));
                each_shifted(words, &among[from..from + words], back, |word, cells| held[word] |= cells);
            }
            found.iter_mut().zip(&held).for_each(|(found, held)| *found &= held ^ test.inverted);
        }
        found
    }

    fn change(&mut self, program: &Program, rule: &Rule, row: &Row, places: &[Vec<u64>]) {
        let words = program.words;
        for edit in &row.edits {
            let segment = row.cuts.iter().filter(|&&cut| cut <= edit.cell).count();
            let begin = segment.checked_sub(1).map_or(0, |before| row.cuts[before]);
            let further = shift(words, (edit.cell - begin) as isize * rule.step);
            let chosen = edit.change.chosen.iter().copied();
            let turned = edit
                .change
                .turned
                .iter()
                .flat_map(|&number| (0..WAYS).map(move |way| program.objects + WAYS * number + way));
            let put = edit.put.iter().map(|&plane| plane as usize).chain(chosen).chain(turned);
            for plane in put {
                if self.is_spent() {
                    return;
                }
                self.work += words;
                let of_plane = self.can.plane_mut(plane);
                each_shifted(words, &places[segment], further, |word, cells| of_plane[word] |= cells);
            }
        }
    }

    /// What may move comes one cell further, unless something lies there for good.
    fn make_moves(&mut self, program: &Program, room: &[Vec<u64>; 4]) {
        let (height, words) = (program.height as isize, program.words);
        for (way, (step, room)) in [-1, 1, -height, height].into_iter().zip(room).enumerate() {
            for (number, of_layer) in program.of_layer.iter().enumerate() {
                let moving = self.can.plane(program.moving(number, way));
                let from: Vec<u64> = moving.iter().zip(room).map(|(moving, room)| moving & room).collect();
                if from.iter().all(|&word| word == 0) {
                    continue;
                }
                let mut taken = vec![0; words];
                for &object in of_layer {
                    taken.iter_mut().zip(self.always.plane(object)).for_each(|(all, one)| *all |= one);
                }
                for &object in of_layer {
                    self.work += words;
                    let plane = self.can.plane_mut(object);
                    let moved: Vec<u64> = plane.iter().zip(&from).map(|(lies, from)| lies & from).collect();
                    each_shifted(words, &moved, shift(words, step), |word, cells| {
                        plane[word] |= cells & !taken[word];
                    });
                }
            }
        }
    }
}

/// By way, up, down, left and right: the cells that have another one there.
fn room(program: &Program) -> [Vec<u64>; 4] {
    let (height, cells) = (program.height, program.rank.len());
    let mut room = std::array::from_fn(|_| vec![0; program.words]);
    for at in 0..cells {
        let fits =
            [!at.is_multiple_of(height), !(at + 1).is_multiple_of(height), at >= height, at + height < cells];
        for (room, fits) in room.iter_mut().zip(fits) {
            room[at / 64] |= u64::from(fits) << (at % 64);
        }
    }
    room
}
