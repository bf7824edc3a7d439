/** Profiles of players, and copies of boards. */
export const people = {
  profile_public: 'Others may see this page',
  profile_private: 'This player’s profile is private.',
  profile_since: 'Playing since {date}',
  profile_boards: 'board solved|boards solved',
  profile_solved: '{n} board, {perfect} at par|{n} boards, {perfect} at par',
  profile_by_family: 'Boards solved without help, by kind',
  profile_history: 'Latest boards solved without help',
  profile_made: 'Boards made',
  profile_curve:
    'Rating after {n} result, with its uncertainty|Rating after {n} results, with its uncertainty',
  profile_mine: 'My profile',
  made_from: 'Made from',
  change_board: 'Change this board',
  nickname_ask: 'You play as {name}.',
  nickname_choose: 'Choose a name',
  nickname_label: 'Your name on leaderboards',
  nickname_save: 'Save',
  nickname_saved: 'On leaderboards you are now {name}.',
};
