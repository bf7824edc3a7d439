/** The puzzle of the day and its calendar. */
export const daily = {
  daily_first: 'A first board',
  daily_done: 'Solved in {n} move|Solved in {n} moves',
  daily_done_par: 'Solved in {n} move, par {par}|Solved in {n} moves, par {par}',
  daily_streak: 'Puzzle of the day: {n} day in a row|Puzzle of the day: {n} days in a row',
  daily_freeze: 'You can miss one day without breaking it.',
  daily_frozen: 'Your day off is used.',
  daily_next: 'Next puzzle in {time}.',
  daily_calendar: 'Puzzles of past days',
  daily_share: 'Copy my result',
  daily_picture: 'Picture of my result',
  daily_copied: 'Result copied.',
  daily_share_title: 'Clew, puzzle of {date}',
  daily_share_result: '{n} move, par {par}, in {time}|{n} moves, par {par}, in {time}',
  daily_before: 'Previous month',
  daily_after: 'Next month',
  daily_legend: '★ in the fewest moves, ✓ solved; green: solved on the day.',
};
