/** Full-width letters become plain ones; accents, byte order marks and what else is invisible goes. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toLowerCase();
}

/** The same with a space between words and nothing else: `orderNumber`, `order_number` and `Order number:` are `order number`. */
export function foldedWords(text: string): string {
  return fold(text.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' '))
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
