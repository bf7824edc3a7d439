/** What the server says about the fields of a form. */

import { Problem } from '$lib/api/client';

/** What is wrong with a field, by its name in the request; null if nothing is. */
export function faultOf(error: unknown, field: string): string | null {
  if (!(error instanceof Problem)) return null;
  const found = error.body.errors?.filter(({ where }) => where.split('.').includes(field));
  return found?.map(({ message }) => message).join(' ') || null;
}

const shown = new WeakSet<object>();

/** Whether it is asked about this error for the first time: for its first field in the page. */
export function isNew(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || shown.has(error)) return false;
  shown.add(error);
  return true;
}

/** Whether an error is about one of these fields, so that it is shown there. */
export const isAbout = (error: unknown, ...fields: string[]): boolean =>
  fields.some((field) => faultOf(error, field) !== null);
