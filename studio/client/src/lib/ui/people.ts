/** What players are called. */

import { t } from '$lib/i18n/index.svelte';

/** What follows a name that a guest chose; the names that the site gives to guests say it already. */
export const guestMark = (name: string, guest: boolean): string =>
  guest && !name.startsWith('Guest ') ? ` (${t('guest')})` : '';
