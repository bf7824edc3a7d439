/** A design as the server has it (`clew_studio.experiments.design`), and what a new one begins with. */

export interface PlannedLevel {
  name: string;
  puzzle: string;
  title: string;
  par: number | null;
}

export interface Condition {
  name: string;
  levels: PlannedLevel[];
  hints: boolean | null;
  distance: boolean | null;
  seconds: number | null;
}

export type ItemKind = 'likert' | 'choice' | 'choices' | 'number' | 'text';

export interface Item {
  name: string;
  kind: ItemKind;
  text: string;
  required: boolean;
  options: string[];
  points: number;
  low: string;
  high: string;
  right: number[];
}

export interface AttentionCheck {
  after: number;
  item: Item;
}

export interface Design {
  title: string;
  consent: string;
  consent_version: string;
  instructions: string;
  comprehension: { items: Item[]; tries: number; ends: boolean };
  practice: PlannedLevel[];
  levels: PlannedLevel[];
  conditions: Condition[];
  order: 'fixed' | 'random' | 'latin';
  seconds: number | null;
  give_up_s: number | null;
  total_s: number | null;
  hints: boolean;
  distance: boolean;
  solution: boolean;
  leaderboard: boolean;
  before: Item[];
  attention: AttentionCheck[];
  after: Item[];
  pid: string;
  thanks: string;
  completion: { kind: 'none' | 'code' | 'link'; code: string; url: string };
  withdrawal: 'delete' | 'keep';
}

export const MOST_LEVELS = 60;

export const newCondition = (name: string): Condition => ({
  name,
  levels: [],
  hints: null,
  distance: null,
  seconds: null,
});

/** Every question of a design. */
export const itemsOf = (design: Design): Item[] => [
  ...design.comprehension.items,
  ...design.before,
  ...design.attention.map(({ item }) => item),
  ...design.after,
];

/** A new question, with a name that no other one has. */
export function newItem(design: Design, kind: ItemKind): Item {
  const names = new Set(itemsOf(design).map(({ name }) => name));
  let number = names.size + 1;
  while (names.has(`q${number}`)) number++;
  const options = kind === 'choice' || kind === 'choices' ? ['', ''] : [];
  return {
    name: `q${number}`,
    kind,
    text: '',
    required: true,
    options,
    points: 7,
    low: '',
    high: '',
    right: [],
  };
}

export const familyOf = (level: PlannedLevel): string => level.puzzle.split(/[:[]/)[0]!;

export type Template = 'blank' | 'one-set' | 'two-conditions' | 'questionnaires';

/** What a template asks the server to draw: so many boards, from a par to a par. */
export const DRAWN: Partial<Record<Template, { number: number; par_from: number; par_to: number }>> = {
  'one-set': { number: 6, par_from: 5, par_to: 15 },
  'two-conditions': { number: 8, par_from: 5, par_to: 15 },
  questionnaires: { number: 4, par_from: 5, par_to: 12 },
};

interface Texts {
  title: string;
  consent: string;
  instructions: string;
  check: string;
  right: string;
  wrong: string;
  effort: string;
  low: string;
  high: string;
  remarks: string;
  plain: string;
  hints: string;
}

/** The design that a template begins with. What is left out is as the server's defaults say. */
export function begun(template: Template, boards: PlannedLevel[], say: Texts): Partial<Design> {
  const shared: Partial<Design> = {
    title: say.title,
    consent: say.consent,
    instructions: say.instructions,
    practice: boards.slice(0, 1),
    levels: boards.slice(1),
  };
  const item = { required: true, options: [], points: 7, low: '', high: '', right: [], text: '' };
  const effort: Item = {
    ...item,
    name: 'effort',
    kind: 'likert',
    text: say.effort,
    low: say.low,
    high: say.high,
  };
  const remarks: Item = { ...item, name: 'remarks', kind: 'text', text: say.remarks, required: false };
  if (template === 'blank') return {};
  if (template === 'one-set') return { ...shared, order: 'random' };
  if (template === 'two-conditions') {
    return {
      ...shared,
      order: 'latin',
      conditions: [newCondition(say.plain), { ...newCondition(say.hints), hints: true }],
    };
  }
  const check: Item = {
    ...item,
    name: 'understood',
    kind: 'choice',
    text: say.check,
    options: [say.right, say.wrong],
    right: [1],
  };
  return {
    ...shared,
    comprehension: { items: [check], tries: 3, ends: false },
    order: 'random',
    after: [effort, remarks],
  };
}
