/** A piece of a cell. */
export interface CellToken {
  /**
   * - `number`: digits and the characters that may stand between them; every plus sign begins another one
   * - `gap`: only spaces, dots, dashes or brackets
   * - `word`: letters, or one sign that stands for a word
   * - `mark`: any other character
   */
  readonly kind: 'number' | 'gap' | 'word' | 'mark';
  readonly text: string;
}

/** Matches every character in exactly one way. */
const TOKEN = /(\+?[-\d .\t()[\]]+)|([\p{L}\p{M}]+|[☎☏✆📞📱📲📠🕻℡№])|./gsu;

/** Splits a text that `foldToAscii` has converted. */
export function cellTokens(text: string): readonly CellToken[] {
  return Array.from(text.matchAll(TOKEN), ([piece, run, word]): CellToken => {
    if (run !== undefined) return { kind: /\d/.test(run) ? 'number' : 'gap', text: run };
    return { kind: word === undefined ? 'mark' : 'word', text: piece };
  });
}
