/** Texts of the map, in every language: they come with the map, so that other pages do not load them. */

import { local, number, type Translated } from '$lib/i18n/index.svelte';

export const TEXTS = {
  figures: {
    en: '{states} positions, {edges} moves, {goals} of the positions solved.',
    fr: '{states} positions, {edges} coups ; {goals} positions sont résolues.',
  },
  around: {
    en: 'This is a part of the map: every shortest solution and everything within {n} move of one: {states} positions. Distances are those within this part.|This is a part of the map: every shortest solution and everything within {n} moves of one: {states} positions. Distances are those within this part.',
    fr: 'Voici une partie de la carte : toutes les solutions les plus courtes et tout ce qui en est à {n} coup au plus : {states} positions. Les distances valent dans cette partie.|Voici une partie de la carte : toutes les solutions les plus courtes et tout ce qui en est à {n} coups au plus : {states} positions. Les distances valent dans cette partie.',
  },
  around_some: {
    en: 'This is a part of the map: some of the shortest solutions and everything within {n} move of one: {states} positions. Distances are those within this part.|This is a part of the map: some of the shortest solutions and everything within {n} moves of one: {states} positions. Distances are those within this part.',
    fr: 'Voici une partie de la carte : quelques-unes des solutions les plus courtes et ce qui en est à {n} coup au plus : {states} positions. Les distances valent dans cette partie.|Voici une partie de la carte : quelques-unes des solutions les plus courtes et ce qui en est à {n} coups au plus : {states} positions. Les distances valent dans cette partie.',
  },
  cut: {
    en: 'This is a part of the map: {states} positions. Distances are those within this part.',
    fr: 'Voici une partie de la carte : {states} positions. Les distances valent dans cette partie.',
  },
  label: {
    en: 'Map of {title}. Arrow keys go to neighbours, plus and minus zoom, Enter sets a pin, Home goes to the start.',
    fr: 'Carte de {title}. Les flèches vont aux voisins, plus et moins agrandissent et réduisent, Entrée pose une épingle, Début ramène au départ.',
  },
  start: { en: 'start', fr: 'départ' },
  goal: { en: 'goal', fr: 'but' },
  solved: { en: 'Solved', fr: 'Résolu' },
  left: { en: '{n} move to a goal|{n} moves to a goal', fr: '{n} coup du but|{n} coups du but' },
  lost: { en: 'No goal can be reached', fr: 'Aucun but n’est accessible' },
  leaves: { en: 'Leaves this part of the map', fr: 'Quitte cette partie de la carte' },
  depth: {
    en: '{n} move from the start|{n} moves from the start',
    fr: '{n} coup depuis le départ|{n} coups depuis le départ',
  },
  is_start: { en: 'The start', fr: 'Le départ' },
  is_gate: {
    en: 'Gate {n}: every shortest solution passes here',
    fr: 'Porte {n} : toutes les solutions les plus courtes passent ici',
  },
  is_gate_of_two: {
    en: 'Gate {n}: every shortest solution passes here or at one other position',
    fr: 'Porte {n} : toutes les solutions les plus courtes passent ici ou à une autre position',
  },
  leads: { en: 'What leads where', fr: 'Où mènent les coups' },
  no_moves: { en: 'No move leads on from here.', fr: 'Aucun coup ne continue d’ici.' },
  best: { en: 'best', fr: 'meilleur' },
  worse: { en: '+{n}', fr: '+{n}' },
  colour: { en: 'Colour', fr: 'Couleur' },
  by_goal: { en: 'to the goal', fr: 'jusqu’au but' },
  by_start: { en: 'from the start', fr: 'depuis le départ' },
  by_piece: { en: 'piece that moves', fr: 'pièce jouée' },
  show: { en: 'Show', fr: 'Afficher' },
  edges: { en: 'Moves', fr: 'Coups' },
  corridor: { en: 'Shortest solutions', fr: 'Solutions les plus courtes' },
  gates: { en: 'Gates', fr: 'Portes' },
  dead: { en: 'Dead ends', fr: 'Impasses' },
  leaving: { en: 'Leaves this part', fr: 'Quitte cette partie' },
  heat: { en: 'Players’ paths', fr: 'Chemins des joueurs' },
  what_if: { en: 'What if: bad moves', fr: 'Et si : mauvais coups' },
  space: { en: 'In space', fr: 'En relief' },
  nearer: { en: 'Zoom in', fr: 'Agrandir' },
  farther: { en: 'Zoom out', fr: 'Réduire' },
  whole: { en: 'Show all', fr: 'Tout afficher' },
  pin: { en: 'Set a pin', fr: 'Poser une épingle' },
  unpin: { en: 'Remove the pins', fr: 'Retirer les épingles' },
  pinned: {
    en: 'Pin A is set. Pin another position to see the shortest way.',
    fr: 'L’épingle A est posée. Épinglez une autre position pour voir le chemin le plus court.',
  },
  way: {
    en: 'From A to B: {n} move.|From A to B: {n} moves.',
    fr: 'De A à B : {n} coup.|De A à B : {n} coups.',
  },
  no_way: { en: 'No moves lead from A to B.', fr: 'Aucun chemin ne mène de A à B.' },
  play: { en: 'Play from here', fr: 'Jouer d’ici' },
  play_command: {
    en: 'Type this in a terminal to play from here:',
    fr: 'Pour jouer d’ici, tapez dans un terminal :',
  },
  no_webgl: {
    en: 'This browser cannot draw the map, because WebGL 2 is off. The list below leads through it.',
    fr: 'Ce navigateur ne peut pas dessiner la carte : WebGL 2 est désactivé. La liste ci-dessous permet de la parcourir.',
  },
  phase_layout: { en: 'Placing the positions', fr: 'Placement des positions' },
  phase_space: { en: 'Placing them in space', fr: 'Placement dans l’espace' },
  phase_moves: { en: 'Naming the moves', fr: 'Noms des coups' },
  phase_boards: { en: 'Drawing the boards', fr: 'Dessin des plateaux' },
  one_way: {
    en: 'A move without a way back fades towards the position that it leads to.',
    fr: 'Un coup sans retour s’estompe vers la position où il mène.',
  },
  loading: { en: 'Unpacking the map', fr: 'Décompression de la carte' },
  broken: {
    en: 'This map cannot be read. The browser may be too old, or the file damaged.',
    fr: 'Cette carte est illisible : le navigateur est trop ancien, ou le fichier est abîmé.',
  },
  my_game: { en: 'My game: move {at} of {n}', fr: 'Ma partie : coup {at} sur {n}' },
} satisfies Record<string, Translated>;

export type MapKey = keyof typeof TEXTS;

/** A text of the map in the reader's language. */
export function told(key: MapKey, values: Record<string, string | number> = {}): string {
  return local(TEXTS[key], values);
}

/** How far a state is from a goal, in words; a part of a map does not show whether it is lost. */
export function farWords(left: number | null, complete: boolean): string {
  if (left === null) return told(complete ? 'lost' : 'leaves');
  return left === 0 ? told('solved') : told('left', { n: left });
}

/** What the server is doing for a map, by the name that `clew.maps.walk` gives it. */
const PHASES: Record<string, MapKey> = {
  'map: layout': 'phase_layout',
  'map: layout in space': 'phase_space',
  'map: moves': 'phase_moves',
  'map: boards': 'phase_boards',
};

export function phaseWords(phase: string | null | undefined): string | null {
  const key = PHASES[phase ?? ''];
  return key ? told(key) : null;
}

export { number };
