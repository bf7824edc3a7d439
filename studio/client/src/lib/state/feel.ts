/** Sound and vibration: soft, made on the spot, and only for those who switched them on. */

import { settings } from './settings.svelte';

export type Touch = 'move' | 'back' | 'solved';

/** A tone: its pitch, and in seconds when it begins and how long it takes to fade. */
export interface Note {
  hertz: number;
  after: number;
  seconds: number;
}

const LOUDNESS = 0.05;
const NOTES: Record<Touch, Note[]> = {
  move: [{ hertz: 294, after: 0, seconds: 0.07 }],
  back: [{ hertz: 220, after: 0, seconds: 0.06 }],
  solved: [392, 494, 587, 784].map((hertz, place) => ({ hertz, after: 0.11 * place, seconds: 0.28 })),
};
const BUZZ: Record<Touch, number[]> = { move: [8], back: [5], solved: [12, 60, 12, 60, 24] };

let context: AudioContext | null = null;

function sound(at: AudioContext, { hertz, after, seconds }: Note): void {
  const tone = at.createOscillator();
  const volume = at.createGain();
  const begins = at.currentTime + after;
  tone.type = 'triangle';
  tone.frequency.setValueAtTime(hertz, begins);
  volume.gain.setValueAtTime(0, begins);
  volume.gain.linearRampToValueAtTime(LOUDNESS, begins + 0.008);
  volume.gain.exponentialRampToValueAtTime(0.0001, begins + seconds);
  tone.connect(volume).connect(at.destination);
  tone.start(begins);
  tone.stop(begins + seconds);
}

/** What a touch of the board feels like, and sounds like unless a game has sounds of its own. */
export function feel(touch: Touch, isSilent = false): void {
  if (!settings.sound) return;
  navigator.vibrate?.(BUZZ[touch]);
  if (!isSilent) ring(NOTES[touch]);
}

/** Plays notes, if sound is switched on. */
export function ring(notes: Note[]): void {
  if (!settings.sound || typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  void context.resume();
  for (const note of notes) sound(context, note);
}
