/** The most characters of a searched text. File names have no more. */
export const MAX_SEARCHED_CHARS = 255;

/**
 * Makes a test for file names that contain this text. It ignores letter case, and whether an accent is a character of its own, as in names
 * from a Mac.
 */
export function namesWith(text: string): (fileName: string) => boolean {
  const wanted = folded(text);
  return (fileName) => folded(fileName).includes(wanted);
}

function folded(text: string): string {
  return text.normalize('NFC').toLowerCase();
}
