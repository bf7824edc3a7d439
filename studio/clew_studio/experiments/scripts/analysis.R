# Reads the data of an experiment and prints a table by condition. Run it in the folder of the data:
#
#     Rscript analysis.R
#
# It needs nothing but R. Times are in milliseconds, moments in UTC; codebook.csv says what each column means.

read <- function(name) {
  table <- read.csv(name, colClasses = "character", na.strings = NULL, check.names = FALSE, encoding = "UTF-8")
  codebook <- read.csv("codebook.csv", colClasses = "character", na.strings = NULL)
  codebook <- codebook[codebook$table == sub("\\.csv$", "", name), ]
  for (column in names(table)) {
    type <- codebook$type[match(column, codebook$name)]
    blank <- table[[column]] == ""
    if (type == "integer") table[[column]] <- as.numeric(ifelse(blank, NA, table[[column]]))
    if (type == "boolean") table[[column]] <- ifelse(blank, NA, table[[column]] == "true")
    if (type == "time") {
      text <- ifelse(blank, NA, sub("Z$", "", table[[column]]))
      table[[column]] <- as.POSIXct(text, format = "%Y-%m-%dT%H:%M:%OS", tz = "UTC")
    }
  }
  table
}

participants <- read("participants.csv")
answers <- read("answers.csv")
levels_played <- read("levels.csv")
events <- read("events.csv")

if (any(participants$simulated)) cat("These are simulated players, no people.\n\n")

# Who withdrew or was screened out is left out of the table; practice does not count.
kept <- participants[!participants$ending %in% c("withdrawn", "screened-out"), ]
counted <- levels_played[!levels_played$practice & levels_played$participant %in% kept$participant, ]
counted <- counted[counted$outcome != "not-reached", ]

middle <- function(values) if (length(values) == 0) NA else median(values, na.rm = TRUE)
summarise <- function(condition) {
  people <- kept[kept$condition == condition, ]
  rows <- counted[counted$condition == condition, ]
  won <- rows[rows$outcome == "won", ]
  data.frame(
    condition = if (condition == "") "all" else condition,
    participants = nrow(people),
    finished = sum(people$ending == "finished"),
    levels = nrow(rows),
    won = if (nrow(rows) == 0) NA else round(mean(rows$outcome == "won"), 3),
    moves_over_par = round(middle(won$moves - won$par), 1),
    seconds = round(middle(rows$time_ms) / 1000, 1)
  )
}
by_condition <- do.call(rbind, lapply(sort(unique(kept$condition)), summarise))
print(by_condition, row.names = FALSE)

# What to do next, for example: does the condition change how often a level is won?
# library(lme4)
# glmer(outcome == "won" ~ condition + (1 | participant) + (1 | level), counted, family = binomial)
