/** Profiles: what a player has done, as far as they wish others to see it. */

import type { HiddenProfile, Profile as Shown } from '$lib/api/schema';

export type { Shown };
export type Profile = Shown | HiddenProfile;

/** Whether more than the name may be seen. */
export const isShown = (profile: Profile): profile is Shown => 'since' in profile;
