"""`read.R`: reads the tables with the right column types, and shows a first model."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from clew_lab.study.table import Table

KINDS = {"text": "character", "int": "numeric", "float": "numeric", "bool": "logical"}

HEAD = """\
# Reads the tables of this folder. In R:  source("read.R", chdir = TRUE)
# What the columns mean stands in codebook.csv, also as the data frame `codebook`.

read_table <- function(file, kinds) {
  read.csv(file, colClasses = kinds, na.strings = "NA", fileEncoding = "UTF-8",
           stringsAsFactors = FALSE, check.names = FALSE)
}

"""

TAIL = """\
codebook <- read.csv("codebook.csv", fileEncoding = "UTF-8", stringsAsFactors = FALSE)

for (name in c("player", "level")) {
  moves[[name]] <- factor(moves[[name]])
  attempts[[name]] <- factor(attempts[[name]])
}

# Moves that moved something, as the player's own, on rows without a flag.
played <- subset(moves, effective & !automatic & is.na(flag))

# Skill and difficulty as crossed random effects, with lme4:
#   library(lme4)
#   solved <- subset(attempts, solved & !is.na(time_ms))
#   model <- lmer(log(time_ms) ~ 1 + (1 | player) + (1 | level), data = solved)
# What makes a move better, with the chance to find one as an offset:
#   better <- glmer(quality == 1 ~ qlogis(pmin(pmax(p_chance, .01), .99)) + d_before + pause +
#                     (1 | player) + (1 | level), data = played, family = binomial)
solution_time <- log(time_ms) ~ 1 + (1 | player) + (1 | level)
"""


def script(tables: dict[str, Table]) -> str:
    """The text of `read.R` for these tables."""
    return HEAD + "\n".join(_reader(name, table) for name, table in tables.items()) + "\n" + TAIL


def _reader(name: str, table: Table) -> str:
    kinds = ",\n".join(f'  {column.name} = "{KINDS[column.kind]}"' for column in table.columns)
    return f'{name} <- read_table("{name}.csv", c(\n{kinds}\n))\n'
