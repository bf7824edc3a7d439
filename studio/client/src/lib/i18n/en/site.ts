export const site = {
  // without the server
  away_title: 'You are offline',
  away_text:
    'Boards that you have seen can be played, with hints. Your games are sent when the server can be reached again.',
  away_boards: 'Boards to play now',
  away_missing: 'This board is not on your device.',
  away_kept: 'Your game is saved and will be sent.',
  away_waiting:
    '{n} move is saved on this device and will be sent.|{n} moves are saved on this device and will be sent.',
  away_map:
    'You are offline: this is the map as you saw it last. Playing on from a position needs the server.',
  away_no_map: 'Maps that you have opened before can be seen offline; this one was not.',
  away_lesson: 'Offline, lessons show what you have seen of them before.',
  away_open: 'Opening a board of the site needs the server; you can begin a new one without it.',
  away_more: 'Also without the server',
  away_maker: 'You can go on drawing: checking, solving and publishing wait for the server.',
  away_unchecked: 'Not checked: you are offline',
  away_games: 'You can go on writing: checking, solving and publishing wait for the server.',
  apart: 'Your game was continued or ended elsewhere',
  apart_text: 'The moves that you made offline could not be added to it. They are saved as a separate game.',
  apart_look: 'Open the separate game',

  // rules
  lesson_done: 'Solved. The next one is a little harder.',
  lessons_done: 'Now you know all the rules.',
  lesson_next: 'Next lesson',
  lesson_play: 'Boards to play',
  animation: 'A small board being solved',
  on_the_table: 'On your table',
  on_the_table_text:
    'Do you have the game in front of you? Draw its position here and play on from it, with hints. You can also print any board at full size: choose More, then Print.',
  enter_position: 'Draw the position',

  // scores, stats, packs
  no_players: 'Nobody has any points yet',
  no_players_text: 'Solve a board without help to be the first.',
  more_players: 'More players',
  no_games: 'No games yet',
  no_games_text: 'Your games and wins will appear here.',
  wins: 'win|wins',
  perfect: 'at par',
  streak: 'day in a row with a win|days in a row with a win',
  rating: 'rating',
  games_played: '{n} game|{n} games',
  hints_used: '{n} hint|{n} hints',
  best_streak: '{n} day in a row at most|{n} days in a row at most',
  formula_text:
    'Points: for each board, 100 times its par divided by the number of moves in your best ranked win.',
  badges: 'Badges',
  by_family: 'Boards solved, by kind',
  solved_of: '{n} of {boards}',
  my_games: 'My games',
  board: 'Board',
  result: 'Result',
  status_playing: 'in progress',
  status_won: 'solved',
  status_surrendered: 'solution shown',
  status_expired: 'out of time',
  older: 'Older',
  packs_text: 'Levels in order of difficulty.',
  pack: 'Pack',
  pack_progress: '{won} of {boards} solved',
  pack_in_order: 'each level unlocks the next',
  pack_delete: 'Delete this pack',
  pack_delete_sure: 'Delete this pack for good? Its boards stay.',
  pack_keep: 'Keep it',
  pack_time: '{time} for all boards together. The clock starts with the first board and does not stop.',
  no_packs: 'No packs yet',
  no_packs_text: 'Editors group boards into packs.',
  locked: 'locked',
  consent: 'Before you begin',
  consent_version: 'Version {version} of this text',
  consent_agree: 'I have read this and agree',
  consent_begin: 'Begin',

  // news
  all_news: 'All news',
  no_news: 'No news yet',
  no_news_text: 'News about this site will appear here.',

  // map
  maps_text:
    'All positions of a board: each ring is one move further from the goal. The larger the centre, the more solved positions there are.',
  map_states: '{n} position|{n} positions',
  map_farthest: 'up to {n} move away|up to {n} moves away',
  map_none: 'No boards of this kind have a map',
  map_none_text: 'Maps are drawn for boards with at most 20,000 positions.',
  more_maps: 'More maps',
  all_maps: 'All maps',
  map_counting: 'Making the map',
  map_so_far: '{states} so far, {time}',
  map_lost: 'The goal cannot be reached',
  map_too_large: 'This board has too many positions for a map.',

  // account
  guest_text:
    'You do not need an account to play. With one, your games, drafts and scores, including today’s, follow you to any device.',
  name_or_email: 'Name or e-mail',
  player_name: 'Name, as others see it',
  email: 'E-mail',
  password: 'Password',
  new_password: 'New password',
  new_password_of: 'For the account “{name}”. You will be signed in.',
  present_password: 'Current password',
  forgot: 'Forgot your password?',
  forgot_text: 'You will receive an e-mail with a link.',
  send_mail: 'Send the e-mail',
  no_mails: 'This site does not send e-mail. Ask its administrator for a link.',
  mailed: 'If there is such an account, an e-mail is on its way.',
  save: 'Save',
  saved: 'Saved',
  my_data: 'My data',
  download_data: 'Download everything',
  delete_account: 'Delete my account',
  delete_text:
    'Your games, scores, drafts and comments will be deleted permanently. Published boards stay, without your name.',

  // research
  research_text:
    'Every start, drag, move, undo, restart, hint and win is recorded with its time, so that researchers can study how people plan. An export is a table with one row per event.',
  research_privacy:
    'Players appear under pseudonyms. If an experiment asks for consent, every row states which version was agreed to.',
  only_mine: 'Only my own events',
  since: 'Since',
  export_events: 'Events (CSV)',
  export_parquet: 'Events (Parquet)',
  export_codebook: 'Codebook (CSV)',
  export_levels: 'Boards (ZIP)',
  nothing_recorded: 'Nothing has been recorded about you yet: play a board first.',
  research_next: 'Next steps',
  research_next_text:
    '"clew study" reads this table and compares each move with the complete map of its board.',
};
