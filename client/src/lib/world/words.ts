/** A word of a level as it begins a line: "Banana". */
export const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);
