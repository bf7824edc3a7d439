/**
 * The sounds of PuzzleScript games, made from their numbers. As there, the last digit says what kind of sound it is,
 * and the digits from the third last on vary it; the synthesiser is our own, so a sound is only like the original.
 */

import { settings } from './settings.svelte';

export interface Chirp {
  /** `noise` is filtered around its pitch. */
  wave: OscillatorType | 'noise';
  /** Pitches in hertz, passed through one after the other in equal times. */
  hertz: number[];
  seconds: number;
}

const LOUDNESS = 0.06;
/** That of all sounds that begin at once. */
const TOGETHER = 0.2;
/** As many sounds of one turn are played. */
const MOST = 8;

/** Numbers from 0 to 1, the same ones for the same seed (mulberry32). */
function drawn(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The sound of a number. */
export function chirpOf(seed: number): Chirp {
  const draw = drawn(Math.floor(seed / 100));
  const between = (low: number, high: number): number => low + (high - low) * draw();
  const base = between(180, 620);
  const seconds = between(0.08, 0.26);
  const kinds: (() => Chirp)[] = [
    () => ({ wave: 'square', hertz: [base, base, base * 1.5], seconds }), // a coin
    () => ({ wave: 'sawtooth', hertz: [base * 3, base * 0.6], seconds }), // a laser
    () => ({ wave: 'noise', hertz: [base, base * 0.3], seconds: seconds * 2 }), // an explosion
    () => ({ wave: 'square', hertz: [base, base * 1.26, base * 1.5, base * 2], seconds: seconds * 1.6 }), // more power
    () => ({ wave: 'sawtooth', hertz: [base, base * 0.4], seconds: seconds * 0.7 }), // a hit
    () => ({ wave: 'square', hertz: [base, base * 2.2], seconds }), // a jump
    () => ({ wave: 'square', hertz: [base * 1.6], seconds: seconds * 0.5 }), // a blip
    () => ({ wave: 'noise', hertz: [base * 0.8, base * 0.5], seconds: seconds * 0.8 }), // a push
    () => ({ wave: 'triangle', hertz: [base, base * between(0.5, 2), base * between(0.5, 2)], seconds }), // any
    () => ({ wave: 'sine', hertz: [base * 4, base * 5, base * 4, base * 6, base * 4.5], seconds }), // a bird
  ];
  return kinds[seed % 10]!();
}

let context: AudioContext | null = null;

function noise(at: AudioContext, seconds: number): AudioBufferSourceNode {
  const buffer = at.createBuffer(1, Math.ceil(seconds * at.sampleRate), at.sampleRate);
  const samples = buffer.getChannelData(0);
  samples.forEach((_, place) => (samples[place] = 2 * Math.random() - 1));
  const source = at.createBufferSource();
  source.buffer = buffer;
  return source;
}

function sound(at: AudioContext, { wave, hertz, seconds }: Chirp, loudness: number): void {
  const begins = at.currentTime;
  const volume = at.createGain();
  volume.gain.setValueAtTime(loudness, begins);
  volume.gain.exponentialRampToValueAtTime(0.0001, begins + seconds);
  volume.connect(at.destination);
  const follow = (pitch: AudioParam): void => {
    pitch.setValueAtTime(hertz[0]!, begins);
    hertz.forEach((one, place) => {
      if (place) pitch.exponentialRampToValueAtTime(one, begins + (seconds * place) / (hertz.length - 1));
    });
  };
  let source: AudioScheduledSourceNode;
  if (wave === 'noise') {
    source = noise(at, seconds);
    const filter = at.createBiquadFilter();
    filter.type = 'lowpass';
    follow(filter.frequency);
    source.connect(filter).connect(volume);
  } else {
    const tone = at.createOscillator();
    tone.type = wave;
    follow(tone.frequency);
    source = tone;
    source.connect(volume);
  }
  source.start(begins);
  source.stop(begins + seconds);
}

/** Plays the sounds of these numbers, the first few if there are many, if sound is switched on. */
export function chirp(seeds: readonly number[]): void {
  if (!settings.sound || typeof AudioContext === 'undefined' || !seeds.length) return;
  // Until somebody has touched the page, browsers play nothing: it would be heard later, with the first move.
  if (navigator.userActivation?.hasBeenActive === false) return;
  context ??= new AudioContext();
  void context.resume();
  const played = seeds.slice(0, MOST);
  const loudness = Math.min(LOUDNESS, TOGETHER / played.length);
  for (const seed of played) sound(context, chirpOf(seed), loudness);
}
