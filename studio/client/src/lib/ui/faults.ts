/** What the server says about the fields of a form. */

import { Problem } from '$lib/api/client';

/** What is wrong with a field, by its name in the request; null if nothing is. */
export function faultOf(error: unknown, field: string): string | null {
  if (!(error instanceof Problem)) return null;
  const found = error.body.errors?.find(({ where }) => where.split('.').includes(field));
  return found?.message ?? null;
}

/** Whether an error is about one of these fields, so that it is shown there. */
export const isAbout = (error: unknown, ...fields: string[]): boolean =>
  fields.some((field) => faultOf(error, field) !== null);
