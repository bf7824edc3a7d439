import type { games as english } from '../en/games';

export const games: Record<keyof typeof english, string> = {
  // keys
  // page
  games: 'Jeux',
  games_text:
    'Écrivez ou collez un jeu PuzzleScript. Chaque niveau devient un plateau, avec son nombre minimal de coups, des indices et une carte.',
  game_source: 'Source du jeu',
  game_paste: 'Collez ici la source d’un jeu PuzzleScript',
  game_upload: 'Choisir un fichier',
  game_publish: 'Publier tous les niveaux',
  game_levels: 'Niveaux',
  game_add_level: 'Ajouter un niveau',
  game_solve_all: 'Résoudre tous les niveaux',
  stop_search: 'Arrêter la recherche',
  game_empty: 'Il n’y a pas encore de jeu.',
  game_no_levels_yet: 'Corrigez les erreurs pour voir les niveaux.',
  game_error: 'Erreur',
  game_warning: 'Avertissement',
  game_errors: '{n} erreur|{n} erreurs',
  game_warnings: '{n} avertissement|{n} avertissements',
  game_fine: 'Aucune erreur.',
  line_n: 'Ligne {n}',
  level_n: 'Niveau {n}',
  play_level: 'Jouer au niveau {n}',
  paint_level: 'Dessiner le niveau {n}',
  game_searching: 'Recherche en cours',
  game_fewest: '{n} coup, prouvé|{n} coups, prouvé',
  game_unsolvable: 'Insoluble, prouvé',
  game_not_known: 'Inconnu dans le temps imparti.',
  game_at_least: 'Au moins {n} coup.|Au moins {n} coups.',
  game_or_fewer: '{n} coup ou moins.|{n} coups ou moins.',
  game_needs_account: 'Connectez-vous, puis publiez le jeu. Cette page le garde en attendant.',
  game_published: '{n} niveau publié|{n} niveaux publiés',
  game_checking:
    '{n} autre niveau rejoindra la série dès que son par sera prouvé.|{n} autres niveaux rejoindront la série dès que leurs pars seront prouvés.',
  game_open_pack: 'Ouvrir la série',
  game_left_out: 'Niveau {n} : {message}',
};
