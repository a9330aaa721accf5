/** A piece of a cell. */
export interface CellToken {
  /**
   * - `number`: digits with what may stand between them, begun anew by every plus sign
   * - `gap`: spaces, dots, dashes or brackets alone
   * - `word`: letters, or one sign that stands for a word
   * - `mark`: any other character
   */
  readonly kind: 'number' | 'gap' | 'word' | 'mark';
  readonly text: string;
}

/** Every character is in one of these, and none of them can be matched in two ways. */
const TOKEN = /(\+?[-\d .\t()[\]]+)|([\p{L}\p{M}]+|[☎☏✆📞📱📲📠🕻℡№])|./gsu;

/** Takes a text in ASCII digits and signs, as `foldToAscii` makes it, apart. */
export function cellTokens(text: string): readonly CellToken[] {
  return Array.from(text.matchAll(TOKEN), ([piece, run, word]): CellToken => {
    if (run !== undefined) return { kind: /\d/.test(run) ? 'number' : 'gap', text: run };
    return { kind: word === undefined ? 'mark' : 'word', text: piece };
  });
}
