"""The smallest game that is worth solving, as the body of a compact form."""

from clew.families.puzzlescript.escape import escaped

SAMPLE_TEXT = """title Sample
OBJECTS
Background
black

Target
darkblue

Wall
brown

Player
white

Crate
orange

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
#######
#P*..O#
#######
"""

SAMPLE = escaped(SAMPLE_TEXT)
