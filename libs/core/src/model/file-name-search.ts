/** How many characters a searched text may have. Names of files have no more. */
export const MAX_SEARCHED_CHARS = 255;

/**
 * Makes a test for names of files that contain this text. Case does not count, nor whether an accent is a character of its own, as in names
 * from a Mac.
 */
export function namesWith(text: string): (fileName: string) => boolean {
  const wanted = folded(text);
  return (fileName) => folded(fileName).includes(wanted);
}

function folded(text: string): string {
  return text.normalize('NFC').toLowerCase();
}
