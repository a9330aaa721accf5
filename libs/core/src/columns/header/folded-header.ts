/** Longer than any real header. A hostile one may have millions of characters. */
const JUDGED_CHARS = 300;

/** Makes full-width letters plain, and takes off accents, byte order marks and other invisible characters. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toLowerCase();
}

/** Folds a header and keeps its signs. */
export function foldedHeader(header: string): string {
  return fold(header.slice(0, JUDGED_CHARS));
}

/** Folds a header to words with one space between them: `orderNumber`, `order_number` and `Order number:` are `order number`. */
export function foldedWords(header: string): string {
  return fold(header.slice(0, JUDGED_CHARS).replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' '))
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
