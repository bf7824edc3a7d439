import type { stream as english } from '../en/stream';

export const stream: Record<keyof typeof english, string> = {
  next_title: 'Votre prochain plateau',
  next_text: 'Un plateau que vous n’avez pas résolu, proche de votre niveau.',
  next_choose: 'Choisir la suite',
  next_kind: 'Genre',
  next_difficulty: 'Difficulté',
  next_any_difficulty: 'Mon niveau',
  next_other: 'Un autre',
  next_none: 'Vous avez résolu tous les plateaux de ce genre',
  next_none_text: 'Choisissez un autre genre, ou demandez un nouveau plateau.',
  next_rating: 'Votre cote : {rating} ± {deviation}',
  another: 'Encore un',
  another_new: 'Créer un nouveau plateau',
  another_text:
    'Le générateur crée un plateau pour vous et prouve son par. Les victoires n’y sont pas classées.',
  another_making: 'Création d’un plateau',
  another_none: 'Aucun plateau de ce genre n’a été trouvé à temps',
  another_none_text: 'Réessayez, ou choisissez une autre difficulté.',
  endless: 'Jeu sans fin',
  endless_text: 'Votre navigateur crée un plateau après l’autre, même sans réseau.',
  endless_level: 'Niveau {level} sur {levels}',
  endless_pars: 'plateaux de {least} à {most} coups',
  endless_board: 'Plateau {n}',
  endless_easier: 'Plus facile',
  endless_harder: 'Un peu plus difficile',
};
