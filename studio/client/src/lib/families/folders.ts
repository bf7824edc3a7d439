/** The parts that were found, by the name of the folder each was found in. */
export const byFolder = <T>(found: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(found).map(([path, part]) => [path.split('/')[1]!, part]));
