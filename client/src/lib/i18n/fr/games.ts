import type { games as english } from '../en/games';

export const games: Record<keyof typeof english, string> = {
  // keys
  keys_of_game: 'Touches du jeu',
  key_up: 'Haut',
  key_left: 'Gauche',
  key_down: 'Bas',
  key_right: 'Droite',
  key_action: 'Action',
  key_tick: 'Attendre',
};
