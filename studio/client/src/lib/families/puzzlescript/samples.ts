/** A small game, with which lessons and new games begin. */
export const CRATES = `title Crates
noaction

OBJECTS

Background
lightgray gray
00000
01000
00000
00010
00000

Target
darkblue
.....
.000.
.0.0.
.000.
.....

Wall
brown darkbrown
00010
11111
01000
11111
00010

Player
black orange white blue
.000.
.111.
22222
.333.
.3.3.

Crate
orange
00000
0...0
0...0
0...0
00000

LEGEND

. = Background
# = Wall
P = Player
* = Crate
O = Target
@ = Crate and Target

SOUNDS

COLLISIONLAYERS

Background
Target
Player, Wall, Crate

RULES

[ > Player | Crate ] -> [ > Player | > Crate ]

WINCONDITIONS

all Target on Crate

LEVELS

######
#P*.O#
######

######
#P..##
#.*..#
##.O.#
######

#######
#..#..#
#P*.O.#
#.*.#.#
#..O..#
#######
`;
