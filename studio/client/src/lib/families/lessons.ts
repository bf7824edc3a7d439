/** The pages of the rules. */

import type { Lesson } from '$lib/kit/family';
import { offered } from './names';
import { byFolder } from './folders';

const LESSONS = byFolder(import.meta.glob<Lesson>('./*/lesson.ts', { eager: true, import: 'lesson' }));

/** The families whose rules are explained. */
export const TAUGHT = offered(Object.keys(LESSONS));

export const FIRST_TAUGHT = TAUGHT.find((family) => LESSONS[family]!.first) ?? TAUGHT[0]!;

export const lessonOf = (family: string): Lesson | null => LESSONS[family] ?? null;
