/** `board.ts` as `studio/client/inside.ts` builds it. */
declare module 'virtual:board' {
  export const style: string;
  /** Runs the script again. */
  export function fresh(): typeof import('./board');
}
