/** Reads the number of a row. Undefined for anything else. */
export function rowNumberOf(r: string | undefined): number | undefined {
  const number = Number(r);
  return Number.isInteger(number) && number > 0 ? number : undefined;
}

const LETTER_A = 65;
/** More letters than any column has. A longer address is then too far right. */
const MAX_LETTERS = 6;

/** The column of an address such as `AB12`, from 0. */
export function columnOf(address: string | undefined): number | undefined {
  if (address === undefined) return undefined;
  let column = 0;
  for (let at = 0; at < MAX_LETTERS; at += 1) {
    const letter = address.charCodeAt(at) & ~32;
    if (!(letter >= LETTER_A && letter < LETTER_A + 26)) break;
    column = column * 26 + (letter - LETTER_A + 1);
  }
  return column === 0 ? undefined : column - 1;
}
