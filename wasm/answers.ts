/**
 * Answers questions in Node, with the engines that are in web pages: one line of JSON each, in and out.
 *
 *     node --experimental-strip-types wasm/answers.ts FOLDER < questions > answers
 *
 * A question is `{family, values, position}`; its answer `{status, length, solved, states, leftOut, ms}`. `solved`: whether
 * the moves of the solution, made one by one, lead to a goal. `leftOut`: the rules, in words, whose turns never end.
 */

import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { instance, type Call } from '../studio/client/src/lib/engine/instance.ts';
import type { Value } from '../studio/client/src/lib/engine/stream.ts';

interface Question {
  family: string;
  values: Record<string, Value>;
  position: number[];
}

type Legal = [number[], number, number[]];
type Answer = [string, number, number[][], boolean, number, number, string[]];

const SECONDS = 600;
const MEGABYTES = 2048;

const engines = new Map<string, Promise<Call>>();

/** The engine of a family, from `<family>.wasm` in the folder. */
function engineOf(family: string): Promise<Call> {
  const file = `${process.argv[2]}/${family}.wasm`;
  const known = engines.get(family) ?? instance(new WebAssembly.Module(readFileSync(file)));
  engines.set(family, known);
  return known;
}

/** Plays the codes, and says whether each is legal and the last leads to a goal, at the cost that is claimed. */
function leads(call: Call, position: number[], codes: number[][], length: number): boolean {
  let cost = 0;
  for (const code of codes) {
    const [, moves] = call('moves', position) as [boolean, Legal[]];
    const found = moves.find(([other]) => other.join() === code.join());
    if (!found) return false;
    cost += found[1];
    position = found[2];
  }
  return cost === length && call('moves', position)[0] === true;
}

for await (const line of createInterface({ input: process.stdin })) {
  const { family, values, position } = JSON.parse(line) as Question;
  const call = await engineOf(family);
  call('make', family, Object.entries(values).flat());
  const began = performance.now();
  const answer = call('solve', position, [SECONDS, MEGABYTES]);
  const ms = performance.now() - began;
  const [status, length, codes, , , states, leftOut] = answer as Answer;
  const solved = status === 'solved' && leads(call, position, codes, length);
  console.log(JSON.stringify({ status, length, solved, states, leftOut, ms }));
}
