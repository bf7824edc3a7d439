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
  game_no_text:
    'Ce fichier n’est pas un texte en UTF-8 : enregistrez-le en UTF-8, et choisissez-le de nouveau.',
  game_publish: 'Publier tous les niveaux',
  game_levels: 'Niveaux',
  game_add_level: 'Ajouter un niveau',
  game_delete_level: 'Supprimer ce niveau',
  game_solve_all: 'Résoudre tous les niveaux',
  stop_search: 'Arrêter la recherche',
  game_empty: 'Il n’y a pas encore de jeu.',
  game_before: 'Les niveaux ci-dessous sont dans leur état précédent.',
  game_lacks: 'Il manque : {what}',
  primer: 'Comment s’écrit un jeu',
  primer_text:
    'Un jeu a sept sections, chacune sous son titre, dans cet ordre. Modifiez le jeu ci-dessous et voyez ce qui se passe : tout peut être annulé.',
  primer_objects:
    'Ce qui existe : un nom, une ligne de couleurs (en anglais), puis une image de 5 sur 5. Dans l’image, 0 est la première couleur et un point est transparent. Sans image, la couleur remplit la case.',
  primer_legend:
    'Un signe pour tout ce que vous dessinez dans les niveaux : `* = Crate`. `@ = Crate and Target` met deux objets sur une case, `Thing = Crate or Wall` désigne l’un ou l’autre.',
  primer_sounds:
    'Peut rester vide, sous son titre. `Crate move 36772507` donne un son à une poussée : tout nombre en est un. `sfx0` à `sfx10` sont pour les règles ; `startlevel`, `endlevel`, `undo`, `restart` et d’autres, pour ce qui arrive dans un jeu.',
  primer_layers:
    'Chaque objet est sur une ligne, le fond en premier. Les objets d’une même ligne ne peuvent pas partager une case.',
  primer_rules:
    'Ce qu’il faut chercher, une flèche, puis ce que cela devient. Les règles s’appliquent après chaque touche, de haut en bas.',
  primer_wins: 'Ce qui fait gagner un niveau : `all Target on Crate`, `some Player on Exit` ou `no Crate`.',
  primer_levels:
    'Dessinez-les à la souris ou au doigt, ou tapez-les, séparés par une ligne vide. Une ligne `message Bravo !` s’affiche entre deux niveaux.',
  primer_push: 'Une caisse contre laquelle le joueur avance est poussée.',
  primer_next: 'La case suivante, dans l’une des quatre directions.',
  primer_ways: 'Se déplace vers la case suivante, ou dans l’autre sens.',
  primer_late: 'Une fois que tout a bougé : une caisse sur l’eau devient une fleur.',
  primer_asks:
    'Ce que la règle demande en plus : un son, et un message sur le niveau jusqu’à la touche suivante.',
  primer_stop: 'Le joueur n’entre pas dans un trou sans pierre.',
  primer_more: 'Tout le langage (en anglais)',
  game_error: 'Erreur',
  game_warning: 'Avertissement',
  game_errors: '{n} erreur|{n} erreurs',
  game_warnings: '{n} avertissement|{n} avertissements',
  game_fine: 'Aucune erreur.',
  line_n: 'Ligne {n}',
  line_column: 'Ligne {n}, colonne {column}',
  level_n: 'Niveau {n}',
  play_level: 'Jouer au niveau {n}',
  paint_level: 'Dessiner le niveau {n}',
  game_searching: 'Recherche en cours',
  game_fewest: '{n} coup, prouvé|{n} coups, prouvé',
  game_unsolvable: 'Insoluble, prouvé',
  game_not_known: 'Inconnu dans le temps imparti.',
  game_at_least: 'Au moins {n} coup.|Au moins {n} coups.',
  game_or_fewer: '{n} coup ou moins.|{n} coups ou moins.',
  game_needs_account:
    'Connectez-vous ou créez un compte, puis appuyez de nouveau sur « Publier tous les niveaux ». Cette page garde le jeu en attendant.',
  game_published: '{n} niveau publié|{n} niveaux publiés',
  game_checking:
    '{n} autre niveau rejoindra la série dès que son par sera prouvé.|{n} autres niveaux rejoindront la série dès que leurs pars seront prouvés.',
  game_open_pack: 'Ouvrir la série',
  game_left_out: 'Niveau {n} : {message}',
  fact_essential: '{n} solution essentiellement différente|{n} solutions essentiellement différentes',
  fact_states: '{n} position|{count} positions',
  fact_dead: '{n} impasse ({share} %)|{count} impasses ({share} %)',
  fact_no_dead: 'On peut gagner depuis toutes les positions.',
  fact_unnoticed: 'On peut continuer à jouer alors que le niveau ne peut plus être gagné.',
  fact_noticed: 'Quand le niveau ne peut plus être gagné, il ne reste aucun coup.',
  fact_unmet: 'Pourquoi il est insoluble : aucun tour ne se termine avec cette condition remplie :',
  fact_together:
    'Pourquoi il est insoluble : aucun tour ne se termine avec toutes les conditions remplies à la fois.',
  fact_large: 'Trop de positions pour les compter en peu de temps.',
  game_example: 'Ouvrir un exemple',
  game_back: 'Revenir à mon jeu',
  game_download: 'Télécharger',
};
