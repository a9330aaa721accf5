/** More than anybody writes above a column; a row may have millions. */
const JUDGED_CHARS = 300;

/** Full-width letters become plain ones; accents, byte order marks and what else is invisible goes. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toLowerCase();
}

export function foldedHeader(header: string): string {
  return fold(header.slice(0, JUDGED_CHARS));
}

/** The same with a space between words and nothing else: `orderNumber`, `order_number` and `Order number:` are `order number`. */
export function foldedWords(header: string): string {
  return fold(header.slice(0, JUDGED_CHARS).replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' '))
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
