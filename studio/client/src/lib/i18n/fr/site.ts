import type { site as english } from '../en/site';

export const site: Record<keyof typeof english, string> = {
  // without the server
  away_title: 'Vous êtes hors ligne',
  away_text:
    'Les plateaux que vous avez déjà vus peuvent être joués, avec des indices. Vos parties seront envoyées quand le serveur sera de nouveau joignable.',
  away_boards: 'Plateaux à jouer maintenant',
  away_missing: 'Ce plateau n’est pas sur votre appareil.',
  away_kept: 'Votre partie est enregistrée et sera envoyée.',
  away_waiting:
    '{n} coup est enregistré sur cet appareil et sera envoyé.|{n} coups sont enregistrés sur cet appareil et seront envoyés.',
  away_map:
    'Vous êtes hors ligne : voici la carte telle que vous l’avez vue. Pour jouer depuis une position, il faut le serveur.',
  away_no_map: 'Hors ligne, on voit les cartes déjà ouvertes ; celle-ci ne l’a pas été.',
  away_lesson: 'Hors ligne, les leçons montrent ce que vous en avez déjà vu.',
  away_open: 'Ouvrir un plateau du site demande le serveur ; vous pouvez en commencer un nouveau sans lui.',
  away_more: 'Sans le serveur aussi',
  away_maker:
    'Vous pouvez continuer à dessiner : la vérification, la résolution et la publication attendent le serveur.',
  away_unchecked: 'Non vérifié : vous êtes hors ligne',
  away_games:
    'Vous pouvez continuer à écrire : la vérification, la résolution et la publication attendent le serveur.',
  apart: 'Votre partie a été continuée ou terminée ailleurs',
  apart_text:
    'Les coups joués hors ligne n’ont pas pu y être ajoutés. Ils sont enregistrés dans une partie à part.',
  apart_look: 'Ouvrir cette partie',

  // rules
  lesson_done: 'Résolu. Le suivant est un peu plus difficile.',
  lessons_done: 'Vous connaissez maintenant toutes les règles.',
  lesson_next: 'Leçon suivante',
  lesson_play: 'Des plateaux à jouer',
  animation: 'La résolution d’un petit plateau',
  on_the_table: 'Sur votre table',
  on_the_table_text:
    'Vous avez le jeu devant vous ? Dessinez ici sa position et jouez à partir de là, avec des indices. Vous pouvez aussi imprimer tout plateau en taille réelle : choisissez Plus, puis Imprimer.',
  enter_position: 'Dessiner la position',

  // scores, stats, packs
  no_players: 'Personne n’a encore marqué de points',
  no_players_text: 'Résolvez un plateau sans aide pour être le premier.',
  more_players: 'Plus de joueurs',
  no_games: 'Pas encore de partie',
  no_games_text: 'Vos parties et vos victoires s’afficheront ici.',
  wins: 'victoire|victoires',
  perfect: 'dans le par',
  streak: 'jour de suite|jours de suite',
  rating: 'cote',
  games_played: '{n} partie|{n} parties',
  hints_used: '{n} indice|{n} indices',
  best_streak: 'au plus {n} jour de suite|au plus {n} jours de suite',
  formula_text:
    'Points : pour chaque plateau, 100 fois le par divisé par le nombre de coups de votre meilleure victoire classée.',
  badges: 'Badges',
  by_family: 'Plateaux résolus, par genre',
  solved_of: '{n} sur {boards}',
  my_games: 'Mes parties',
  board: 'Plateau',
  result: 'Résultat',
  status_playing: 'en cours',
  status_won: 'résolu',
  status_surrendered: 'solution affichée',
  status_expired: 'temps écoulé',
  older: 'Plus anciennes',
  packs_text: 'Des niveaux par ordre de difficulté.',
  pack: 'Série',
  pack_progress: '{won} sur {boards} résolus',
  pack_in_order: 'chaque niveau débloque le suivant',
  pack_delete: 'Supprimer cette série',
  pack_delete_sure: 'Supprimer cette série pour de bon ? Ses plateaux restent.',
  pack_keep: 'La garder',
  pack_time:
    '{time} pour tous les plateaux ensemble. Le chronomètre démarre au premier plateau et ne s’arrête pas.',
  no_packs: 'Pas encore de série',
  no_packs_text: 'Les éditeurs réunissent des plateaux en séries.',
  locked: 'verrouillé',
  consent: 'Avant de commencer',
  consent_version: 'Version {version} de ce texte',
  consent_agree: 'J’ai lu ce texte et je l’accepte',
  consent_begin: 'Commencer',

  // news
  all_news: 'Toutes les actualités',
  no_news: 'Pas encore d’actualités',
  no_news_text: 'Les nouveautés du site s’afficheront ici.',

  // map
  maps_text:
    'Toutes les positions d’un plateau : chaque anneau est un coup plus loin du but. Plus le centre est grand, plus il y a de positions résolues.',
  map_states: '{n} position|{n} positions',
  map_farthest: 'jusqu’à {n} coup|jusqu’à {n} coups',
  map_none: 'Aucun plateau de ce genre n’a de carte',
  map_none_text: 'Les cartes sont dessinées pour les plateaux qui ont au plus 20 000 positions.',
  more_maps: 'Plus de cartes',
  all_maps: 'Toutes les cartes',
  map_counting: 'Préparation de la carte',
  map_so_far: '{states} jusqu’ici, {time}',
  map_lost: 'Le but ne peut pas être atteint',
  map_too_large: 'Ce plateau a trop de positions pour une carte.',

  // account
  guest_text:
    'Vous n’avez pas besoin de compte pour jouer. Avec un compte, vos parties, brouillons et scores, y compris ceux d’aujourd’hui, vous suivent sur tous vos appareils.',
  name_or_email: 'Nom ou adresse e-mail',
  player_name: 'Nom, tel que les autres le voient',
  email: 'Adresse e-mail',
  password: 'Mot de passe',
  new_password: 'Nouveau mot de passe',
  new_password_of: 'Pour le compte «\u00a0{name}\u00a0». Vous serez connecté.',
  present_password: 'Mot de passe actuel',
  forgot: 'Mot de passe oublié ?',
  forgot_text: 'Vous recevrez un lien par e-mail.',
  send_mail: 'Envoyer l’e-mail',
  no_mails: 'Ce site n’envoie pas d’e-mails. Demandez un lien à la personne qui l’administre.',
  mailed: 'Si ce compte existe, l’e-mail est en route.',
  save: 'Enregistrer',
  saved: 'Enregistré',
  my_data: 'Mes données',
  download_data: 'Tout télécharger',
  delete_account: 'Supprimer mon compte',
  delete_text:
    'Vos parties, scores, brouillons et commentaires seront supprimés définitivement. Les plateaux publiés restent, sans votre nom.',

  // research
  research_text:
    'Chaque départ, glissement, coup, annulation, nouveau départ, indice et victoire est enregistré avec son heure, pour permettre d’étudier comment on planifie. Un export est un tableau avec une ligne par événement.',
  research_privacy:
    'Les joueurs apparaissent sous pseudonyme. Si une expérience demande un consentement, chaque ligne indique la version acceptée.',
  only_mine: 'Mes événements seulement',
  since: 'Depuis',
  export_events: 'Événements (CSV)',
  export_parquet: 'Événements (Parquet)',
  export_codebook: 'Dictionnaire des variables (CSV)',
  export_levels: 'Plateaux (ZIP)',
  nothing_recorded: 'Rien n’a encore été enregistré à votre sujet : jouez d’abord un plateau.',
  research_next: 'Étapes suivantes',
  research_next_text:
    '« clew study » lit ce tableau et compare chaque coup à la carte complète de son plateau.',
};
