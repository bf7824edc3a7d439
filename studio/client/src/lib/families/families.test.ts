import { describe, expect, it } from 'vitest';
import type { About, Lesson } from '$lib/kit/family';
import { badFrench } from '$lib/kit/testing';
import { FAMILIES, familyName, inOrder } from './names';
import { byFolder } from './folders';
import { lessonOf, TAUGHT } from './lessons';
import { MAKEABLE, makerOf } from './makers';

type Texts = Record<string, { en: string; fr: string }>;

const abouts = byFolder(import.meta.glob<About>('./*/about.ts', { eager: true, import: 'about' }));
const lessons = byFolder(import.meta.glob<Lesson>('./*/lesson.ts', { eager: true, import: 'lesson' }));
const texts = byFolder(import.meta.glob<Texts>('./*/texts.ts', { eager: true, import: 'TEXTS' }));
const drawings = Object.keys(byFolder(import.meta.glob('./*/Drawing.svelte')));
const folders = Object.keys(byFolder(import.meta.glob('./*/*.{ts,svelte}')));

describe('each folder', () => {
  it('has a drawing', () => {
    expect(drawings.sort()).toEqual(folders.sort());
  });

  it('that has a name is in the lists, unless it is hidden', () => {
    for (const [family, { hidden }] of Object.entries(abouts)) {
      for (const list of [FAMILIES, TAUGHT, MAKEABLE]) {
        expect(list.includes(family), family).toBe(!hidden);
      }
    }
  });

  it('says as much in French as in English', () => {
    const shape = (text: string) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort().join();
    for (const [family, own] of Object.entries(texts)) {
      for (const [key, { en, fr }] of Object.entries(own)) {
        expect(shape(fr), `${family} ${key}`).toBe(shape(en));
        expect(badFrench(fr), `${family} ${key}`).toEqual([]);
      }
    }
    for (const [family, { sentences }] of Object.entries(lessons)) {
      expect(sentences.fr.length, family).toBe(sentences.en.length);
      expect(sentences.fr.flatMap(badFrench), family).toEqual([]);
    }
  });

  it('has lessons of its own family', () => {
    for (const [family, { boards }] of Object.entries(lessons)) {
      expect(boards.length).toBeGreaterThan(0);
      for (const board of boards) expect(board).toMatch(new RegExp(`^${family}[:[]`));
    }
  });

  it('begins with a board of its own family', () => {
    for (const family of MAKEABLE) expect(makerOf(family).blank().family).toBe(family);
  });
});

describe('a family that has no folder', () => {
  it('has its own name, and comes last', () => {
    expect(familyName('lights')).toBe('Lights');
    expect(inOrder(['lights', ...FAMILIES])).toEqual([...FAMILIES, 'lights']);
  });

  it('has no lesson, and a maker that shows what the server sees', () => {
    expect(lessonOf('lights')).toBeNull();
    const maker = makerOf('lights');
    expect(maker.tools(maker.blank(), 'start')).toEqual([]);
    expect(maker.picture(maker.blank(), 'start', null)).toBeNull();
  });
});
