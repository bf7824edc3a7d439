import { afterEach, describe, expect, it } from 'vitest';
import { speak } from '$lib/i18n/index.svelte';
import { roughly, typical } from './typical';

afterEach(() => speak('en'));

describe('the time that a board takes', () => {
  it('has no more digits than a forecast deserves', () => {
    const shown = [0.4, 7.4, 42, 57.4, 58, 89, 91, 304, 5300, 5500, 20_000].map(roughly);
    expect(shown).toEqual([
      '5 s',
      '5 s',
      '40 s',
      '55 s',
      '1 min',
      '1 min',
      '2 min',
      '5 min',
      '88 min',
      '2 h',
      '6 h',
    ]);
  });

  it('says where it comes from', async () => {
    expect(typical({ seconds: 42, players: 0 })).toEqual({
      short: '≈ 40 s',
      full: 'Takes most people about 40 s, according to a forecast',
    });
    expect(typical({ seconds: 200, players: 1 }).full).toBe(
      'Takes most people about 3 min; 1 player has solved it here',
    );
    await speak('fr');
    expect(typical({ seconds: 200, players: 12 })).toEqual({
      short: '≈ 3 min',
      full: 'Prend environ 3 min à la plupart des gens ; 12 joueurs l’ont résolu ici',
    });
  });
});
