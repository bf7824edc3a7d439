export const games = {
  // keys
  keys_of_game: 'Keys of the game',
  key_up: 'Up',
  key_left: 'Left',
  key_down: 'Down',
  key_right: 'Right',
  key_action: 'Action',
  key_tick: 'Wait',
};
