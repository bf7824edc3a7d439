import type { site as english } from '../en/site';

export const site: Record<keyof typeof english, string> = {
  // rules
  lesson: 'Leçon {n} sur {total}',
  lesson_done: 'Résolu. La suivante demande un peu plus.',
  lessons_done: 'Voilà, c’est tout.',
  lesson_next: 'Leçon suivante',
  lesson_play: 'Des plateaux à jouer',
  animation: 'Un petit plateau que l’on résout',
  on_the_table: 'Sur votre table',
  on_the_table_text:
    'Le jeu est devant vous ? Dessinez sa position, et jouez à partir de là avec des indices. Tout plateau s’imprime en vraie grandeur : Plus, Imprimer.',
  enter_position: 'Dessiner la position',
  rule_pebbles_1:
    'Des galets sont posés sur des assiettes reliées par des lignes ; quelques assiettes sont vides.',
  rule_pebbles_2: 'Un galet avance le long d’une ligne jusqu’à une assiette vide.',
  rule_pebbles_3:
    'Là où une ligne continue derrière d’autres assiettes, comme sur Panguru, il peut sauter par-dessus.',
  rule_pebbles_4: 'Le plateau est résolu quand chaque galet est sur une assiette de sa couleur.',
  rule_blocks_1: 'Des blocs sont posés dans un plateau et y glissent sans être levés ni tournés.',
  rule_blocks_2:
    'Le plus souvent un bloc ne bouge que dans sa longueur ; sur certains plateaux en tout sens.',
  rule_blocks_3: 'On ne pousse rien : le chemin doit être libre.',
  rule_blocks_4: 'Le plateau est résolu quand le bloc vermillon atteint sa porte ou sa place.',
  rule_ricochet_1: 'Des tuiles de couleur se trouvent parmi des pierres fixes.',
  rule_ricochet_2:
    'Une tuile poussée glisse jusqu’à ce que quelque chose l’arrête : une pierre, un mur, une autre tuile ou le bord.',
  rule_ricochet_3: 'Seul compte l’endroit où elle s’arrête, non ceux où elle passe.',
  rule_ricochet_4:
    'Le plateau est résolu quand chaque case marquée est couverte par une tuile de sa couleur.',
  rule_coroutine_1: 'Deux pièces jouent à tour de rôle, un pas à la fois.',
  rule_coroutine_2: 'Une pièce ne va que là où pointe une flèche de la case sous l’autre pièce.',
  rule_coroutine_3:
    'Si aucun de ces pas ne reste sur le plateau sans toucher l’autre pièce, elle passe ; sinon elle doit bouger.',
  rule_coroutine_4: 'Le plateau est résolu quand l’une des pièces est sur la cible.',

  // scores, stats, packs
  no_players: 'Personne n’a encore de points',
  no_players_text: 'Résolvez un plateau sans indice, et vous êtes le premier.',
  more_players: 'Plus de joueurs',
  no_games: 'Pas encore de partie',
  no_games_text: 'Vos parties, victoires et séries seront ici.',
  wins: 'gagnées',
  perfect: 'au par',
  streak: 'jour de suite|jours de suite',
  rating: 'niveau',
  games_played: '{n} partie|{n} parties',
  hints_used: '{n} indice|{n} indices',
  best_streak: 'meilleure série {n} jour|meilleure série {n} jours',
  formula_text:
    'Points : pour chaque plateau, 100 fois le par, divisé par les coups de votre meilleure victoire classée.',
  badges: 'Insignes',
  by_family: 'Gagnées, par genre de plateau',
  my_games: 'Mes parties',
  board: 'Plateau',
  result: 'Résultat',
  status_playing: 'en cours',
  status_won: 'résolu',
  status_surrendered: 'solution montrée',
  status_expired: 'temps écoulé',
  older: 'Plus anciennes',
  packs_text: 'Des niveaux, du plus facile au plus difficile.',
  pack: 'Série',
  pack_progress: '{won} sur {boards} résolus',
  pack_in_order: 'chaque niveau ouvre le suivant',
  pack_time:
    '{time} pour tous les plateaux ensemble. Le temps commence au premier plateau et ne s’arrête pas.',
  no_packs: 'Pas encore de série',
  no_packs_text: 'Les éditeurs réunissent des plateaux en séries.',
  locked: 'S’ouvre quand le précédent est résolu',
  consent: 'Avant de commencer',
  consent_version: 'Version {version} de ce texte',
  consent_agree: 'J’ai lu ceci et je suis d’accord',
  consent_begin: 'Commencer',

  // news
  all_news: 'Toutes les nouvelles',
  no_news: 'Pas encore de nouvelles',
  no_news_text: 'Ce qui est nouveau sur ce site paraîtra ici.',

  // map
  maps_text:
    'Toutes les positions d’un plateau, chaque anneau un coup plus loin du but. Plus le milieu de l’image est grand, plus il y a de positions résolues.',
  map_states: '{n} position|{n} positions',
  map_farthest: 'jusqu’à {n} coup|jusqu’à {n} coups',
  map_from_start:
    '{states} positions, celles à {n} coups au plus du départ : le plateau en a davantage. Chaque anneau est un coup plus loin du départ.',
  map_label_start: 'Carte de {title} : {states} positions à {n} coups au plus du départ',
  from_start: 'à {n} coup du départ|à {n} coups du départ',
  map_none: 'Aucun plateau de ce genre n’a de carte',
  map_none_text: 'Une carte est dessinée quand un plateau a au plus 20 000 positions.',
  more_maps: 'Plus de cartes',
  all_maps: 'Toutes les cartes',
  map_counting: 'On compte les positions',
  map_so_far: '{states} jusqu’ici, {time}',
  map_label: 'Carte de {title} : {states} positions, la plus lointaine à {farthest} coups du but',
  map_text: '{states} positions, dont {goals} résolues. Chaque anneau est un coup plus loin du but.',
  map_zero: '0, résolu',
  map_zero_start: '0, le départ',
  moves_away: 'à {n} coup|à {n} coups',
  map_routes: 'Chemins les plus courts ({n} positions)',
  map_path: 'Mon chemin ({n} coup)|Mon chemin ({n} coups)',
  map_links: 'Tous les coups ({n})',
  map_to_go: 'restent',
  map_lost: 'Aucun but ne peut être atteint',
  map_is_start: 'Le départ.',
  map_on_path: 'Position {n} de votre chemin, après {move}.',
  map_position: 'La position choisie',
  map_no_path: 'Jouez ce plateau, et votre chemin paraîtra ici.',
  map_too_large: 'Les cartes sont pour les plateaux qui ont assez peu de positions.',
  no_way_outside: 'dehors : aucun but n’est accessible',
  play_from_here: 'Jouer à partir d’ici',

  // account
  guest_text:
    'On joue sans compte. Avec un compte, vos parties, brouillons et scores vous suivent ; ceux d’aujourd’hui aussi.',
  name_or_email: 'Nom ou adresse e-mail',
  player_name: 'Nom, tel que les autres le voient',
  email: 'Adresse e-mail',
  password: 'Mot de passe',
  new_password: 'Nouveau mot de passe',
  present_password: 'Mot de passe actuel',
  forgot: 'Mot de passe oublié',
  forgot_text: 'Vous recevrez un lien par e-mail.',
  send_mail: 'Envoyer l’e-mail',
  mailed: 'Si ce compte existe, l’e-mail est en route.',
  save: 'Enregistrer',
  saved: 'Enregistré',
  my_data: 'Mes données',
  download_data: 'Tout télécharger',
  delete_account: 'Supprimer mon compte',
  delete_text:
    'Vos parties, scores, brouillons et commentaires sont supprimés pour de bon. Les plateaux publiés restent, sans votre nom.',

  // research
  research_text:
    'Chaque départ, glissement, coup, annulation, reprise, indice et victoire est noté avec son heure, pour qu’on puisse étudier comment les gens planifient. Un export est un tableau, une ligne par événement.',
  research_privacy:
    'Les joueurs paraissent sous pseudonyme. Là où une expérience demande un accord, la version acceptée est sur chaque ligne.',
  only_mine: 'Seulement mes événements',
  since: 'Depuis',
  export_events: 'Événements (CSV)',
  export_parquet: 'Événements (Parquet)',
  export_codebook: 'Description (CSV)',
  export_levels: 'Plateaux (ZIP)',
  nothing_recorded: 'Rien n’est encore noté sur vous : jouez d’abord.',
  research_next: 'Et ensuite',
  research_next_text:
    'Ce tableau est ce que lit « clew study » : chaque coup mesuré sur la carte complète de son plateau.',
};
