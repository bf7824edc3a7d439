import type { daily as english } from '../en/daily';

export const daily: Record<keyof typeof english, string> = {
  daily_first: 'Un premier plateau',
  daily_done: 'Résolu en {n} coup|Résolu en {n} coups',
  daily_done_par: 'Résolu en {n} coup, par {par}|Résolu en {n} coups, par {par}',
  daily_streak: 'Plateau du jour : {n} jour de suite|Plateau du jour : {n} jours de suite',
  daily_freeze: 'Vous pouvez manquer un jour sans l’interrompre.',
  daily_frozen: 'Votre jour de pause est utilisé.',
  daily_next: 'Prochain plateau dans {time}.',
  daily_calendar: 'Plateaux des jours passés',
  daily_share: 'Copier mon résultat',
  daily_picture: 'Image de mon résultat',
  daily_copied: 'Résultat copié.',
  daily_share_title: 'Clew, plateau du {date}',
  daily_share_result: '{n} coup, par {par}, en {time}|{n} coups, par {par}, en {time}',
  daily_before: 'Mois précédent',
  daily_after: 'Mois suivant',
  daily_legend: '★ en un minimum de coups, ✓ résolu ; en vert : le jour même.',
};
