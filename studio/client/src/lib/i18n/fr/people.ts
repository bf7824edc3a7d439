import type { people as english } from '../en/people';

export const people: Record<keyof typeof english, string> = {
  profile_public: 'Cette page est visible par les autres',
  profile_private: 'Le profil de ce joueur est privé.',
  profile_since: 'Joue depuis le {date}',
  profile_boards: 'plateau résolu|plateaux résolus',
  profile_solved: '{n} plateau, dont {perfect} dans le par|{n} plateaux, dont {perfect} dans le par',
  profile_by_family: 'Plateaux résolus sans aide, par genre',
  profile_history: 'Derniers plateaux résolus sans aide',
  profile_made: 'Plateaux créés',
  profile_curve:
    'Cote après {n} résultat, avec son incertitude|Cote après {n} résultats, avec son incertitude',
  profile_mine: 'Mon profil',
  made_from: 'Créé à partir de',
  change_board: 'Modifier ce plateau',
  nickname_ask: 'Vous jouez sous le nom de {name}.',
  nickname_choose: 'Choisir un nom',
  nickname_label: 'Votre nom dans les classements',
  nickname_save: 'Enregistrer',
  nickname_saved: 'Dans les classements, vous êtes désormais {name}.',
};
