"""What the reader says of a game most often, as templates by which a site translates it.

What is said less often stays in English. The parts of `SENTENCES` are words of the game or of the language,
which have no translation.
"""

_RULE_BEGINS = (
    "before the first bracket of a rule stand only directions (such as up or horizontal), late, rigid, "
    "random and +"
)
_ENTRY = "an entry is one of `A = B`, `A = B or C`, `A = B and C`"
_CONDITION = "a condition is `all A on B`, `some A`, `no A` and the like"

MEANT = "{remark}. Did you mean {name}?"

SENTENCES = (
    # the sections
    "`{word}` needs a value after it",
    '"{text}" is not a setting; write one such as `title My game`, or put it in ( )',
    '"OBJECTS" must be the first section; move it up',
    'there is already a section "{name}"; combine them',
    '"{name}" must follow "{before}", which is missing; every section needs its heading, even if it is empty',
    'only a comment may follow the heading "{name}" on its line; write the rest below it',
    # objects
    '"{name}" is a keyword of the language; give the object another name',
    'the name "{name}" is in use (line {line}); choose another',
    '"{text}" is not a valid object name; a name is letters, digits and _, and a sprite has exactly 5 rows '
    "of 5",
    '"{text}" is not a colour for {name}; write a name such as red, or #rrggbb',
    '"{sign}" cannot be in the sprite of {name}; its rows are 5 characters, each `.` or the number of a '
    "colour",
    "a row of a sprite is longer than 5; make it 5 wide",
    "colour {sign} is used, but {name} has only {count}; they are numbered from 0",
    "{name} has no colour; write one on the line after its name",
    "the sprite of {name} is not 5 by 5; make it 5 rows of 5",
    "there is no object `Background`; define one, in OBJECTS or in the legend",
    "there is no object `Player`; define one, in OBJECTS or in the legend",
    '"{name}" is not defined; define it, or correct its spelling',
    '"{name}" is not defined; define it above, or correct its spelling',
    '"{name}" is not defined; define it above, or remove it from the layer',
    '"{name}" is not a valid object name; define it above, or remove it from the layer',
    # the legend
    f"this is not a legend entry; {_ENTRY}",
    f'"{{word}}" stands where AND or OR belongs; {_ENTRY}',
    # collision layers
    "{name} contains {part}, which is in no layer",
    "{name} is in no collision layer; add it to a line of COLLISIONLAYERS",
    "{name} is in no collision layer; add it to one",
    "{name} is in several layers ({numbers}); leave it in one",
    "{name} appears twice in this layer; write it once",
    "`Background` is in no collision layer; add it to one",
    "there are no collision layers; every object must be in one",
    "the background must be in a layer by itself; give it a line of its own",
    # sounds
    '"{name}" is neither an event (such as SFX3 or ENDLEVEL) nor an object',
    "after {name}, write what it does: one of {verbs}",
    "{name} already has a sound; the later one applies",
    "{name} is defined with AND and cannot have a sound; name one object, or a property",
    "after {name}, write the number of a sound",
    "after {name}, write the number of a sound, not {word} (this event has no directions)",
    "after {name}, write the number of a sound, not {word}",
    "after {name}, write a direction or the number of a sound",
    "after {name}, write a direction or the number of a sound, not {word}",
    'nothing may follow the sound {number}; delete "{word}"',
    "a game has at most {count} sounds; this one is not played",
    "all sounds together are of more than {count} objects; this one is not played",
    # rules
    "a rule needs an arrow; write [ ... ] -> [ ... ]",
    "a rule has one ->; delete the others",
    "| separates cells inside brackets; delete it here",
    "{word} and {other} stand before one object; leave one of them",
    "{word} belongs at the start of a rule or before an object; delete it here",
    "{word} cannot say which ways a rule looks; write up, down, left, right or horizontal",
    "a bracket is not closed; write the missing ]",
    "a bracket is opened inside another; close the first with ]",
    "this ] closes no bracket; delete it",
    "-> stands between brackets, not inside; close the bracket first",
    f"this is no rule: {_RULE_BEGINS}",
    f'"{{word}}" cannot stand here: {_RULE_BEGINS}',
    "an object can only stand inside brackets",
    "{name} is an object and can only stand inside brackets; delete it here",
    "{word} needs an object after it",
    "{name} is a command; move it to the end of the rule",
    "{name} has no sound; give it one in SOUNDS",
    "a rule has as many brackets before the arrow as after it; make them equal",
    "brackets that belong together have equally many cells; add or take away |",
    "{name} appears twice in a cell; write it once",
    "{name} appears twice in a cell after the arrow; write it once",
    "a late rule has no movements: all have been made; take late or the movement away",
    "{name} and {other} are in one layer and never share a cell, so this rule never matches; remove one of "
    "them from the cell",
    "{name} after the arrow is ambiguous; write it in the same cell before the arrow, or name an object",
    # win conditions
    f"{{name}} cannot begin a condition; {_CONDITION}",
    f"{{name}} is not an object; {_CONDITION}",
    f'"{{word}}" stands where ON belongs; {_CONDITION}',
    f"nothing follows ON, which means any object; {_CONDITION}",
    f"a condition has two or four words; {_CONDITION}",
    # levels
    "there are no levels; draw at least one below LEVELS",
    "this row is {width} wide, but the first of its level is {first}; make them equal",
    '"{sign}" is not in the legend; add an entry such as {entry} = Wall',
    '"{sign}" is defined with OR, so it is ambiguous in a level; use AND, or one object',
    "there are no spaces in a level; write a sign of the legend for each cell",
)
