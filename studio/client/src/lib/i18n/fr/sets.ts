import type { sets as english } from '../en/sets';

export const sets: Record<keyof typeof english, string> = {
  set_make: 'Créer une série',
  set_title: 'Titre de la série',
  set_own: 'Une série à vous',
  set_account: 'Une série à vous demande un compte.',
  set_mine: 'Mes séries',
  set_private: 'visible par vous seul',
  set_change: 'Modifier cette série',
  set_description: 'Description',
  set_upload: 'Ajouter les plateaux d’un fichier',
  set_upload_text:
    'Tout format que Clew sait lire : TOML, JSON, CSV, XSB, formes compactes. Ils deviennent vos brouillons.',
  set_uploaded: '{n} plateau ajouté|{n} plateaux ajoutés',
  set_line: 'Ligne {line} : {message}',
  set_order: 'Trier par',
  set_order_par: 'Nombre minimal de coups',
  set_order_time: 'Temps des joueurs',
  set_ordered: 'Les plateaux sont triés',
  set_counting: 'Recherche du nombre minimal de coups : {n} sur {of}',
  set_curve: 'Nombre minimal de coups, plateau par plateau',
  set_curve_time: 'Temps de la plupart des gens, selon une prévision',
  set_most: 'au plus {most}',
  set_unknown: 'inconnu',
  set_public: 'Tout le monde voit cette série',
  set_public_text: 'Les autres ne voient que ceux de ses plateaux qui sont publiés.',
  set_drafts:
    '{n} plateau est un brouillon : publiez-le depuis sa page.|{n} plateaux sont des brouillons : publiez-les chacun depuis sa page.',
  set_take: 'Emporter la série',
  set_book: 'Livre sur papier (PDF)',
  set_page: 'Une page jouable hors ligne',
  set_elements: 'Votre page web (<clew-board>)',
  set_elements_text:
    'Pour votre page web, vous recevez un dossier : des scripts, et une page d’où vous copiez les balises <clew-board> voulues.',
  set_json: 'Plateaux avec solutions (JSON)',
  set_saved: 'Enregistré',
  set_open: 'Ouvrir la série',
};
