/** What players are called. */

import { t } from '$lib/i18n/index.svelte';

/** What follows a name that a guest chose; the names that the site gives to guests say it already. */
export const guestMark = (name: string, guest: boolean): string =>
  guest && !GIVEN.test(name) ? ` (${t('guest')})` : '';

/** In the language that the guest had then. */
const GIVEN = /^(Guest|Invité) [0-9A-F]{4}$/;
