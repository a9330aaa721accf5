import { rolesOf, type WordRole } from './cell-words.js';

/** The text of a number in pieces, with a slash between any two of them: it may also be two numbers. */
export type NumberWriting = readonly string[];

/** Characters between two numbers, or behind one. `:` and `=` may only follow a word. */
const SEPARATORS = new Set([',', ';', '/', '|', '&', '\n', '\r', '"', "'", '<', '>']);

/** An extension that a phone dials after a pause: `,,12`, or longer up to a `#`. */
const DIALLED_AFTER_PAUSE = /(?<=\d[ ()]*),,+ *(?:\d{1,7}|\d{1,15}#) *$/;

/** Extensions of one group, also between brackets. With eight digits or more, they may not begin with a zero like a second number. */
const EXTENSION = /^[^\d+]*(?:\d{1,7}|[1-9]\d{7,8})[^\d+]*$/;
/** Longer extensions, behind a word that means nothing else. */
const LONG_EXTENSION = /^[^\d+]*(?:\d{1,7}|[1-9]\d{7,19})[^\d+]*$/;

/**
 * The numbers of a cell without their labels and extensions (`Tel.: 030 123456 ext. 12`). Undefined if the cell holds anything else. Each
 * number is given as the pieces between its slashes.
 */
export function annotatedNumbers(text: string): readonly NumberWriting[] | undefined {
  return new TokenParser(cellTokens(text.replace(DIALLED_AFTER_PAUSE, ''))).parse();
}

/** Takes the tokens of a cell one after the other, and keeps its numbers. */
class TokenParser {
  readonly #tokens: readonly CellToken[];
  readonly #numbers: string[][] = [];
  readonly #roles = new Set<WordRole>();
  /** The index of the last number's token. Extensions do not count. */
  #lastNumberAt = -1;
  /** The word or sign of the extension that follows, if one does. */
  #extensionSign: string | undefined;
  #lastExtensionAt = -1;
  #numberFollows = false;

  constructor(tokens: readonly CellToken[]) {
    this.#tokens = tokens;
  }

  parse(): readonly NumberWriting[] | undefined {
    for (const [index, token] of this.#tokens.entries()) {
      if (!this.#take(token, index)) return undefined;
    }
    if (this.#numberFollows || this.#extensionSign !== undefined || this.#numbers.length === 0)
      return undefined;
    if (this.#roles.has('companion') && !this.#roles.has('label')) return undefined;
    return this.#numbers;
  }

  #take(token: CellToken, index: number): boolean {
    switch (token.kind) {
      case 'gap':
        return !token.text.includes('+') && !this.#isPriceEnd(token.text, index);
      case 'word':
        return this.#takeWord(token.text, index);
      case 'mark':
        return this.#takeMark(token.text, index);
      case 'number':
        return this.#takeNumber(token.text, index);
      default:
        token.kind satisfies never;
        return false;
    }
  }

  #takeWord(word: string, index: number): boolean {
    const role = rolesOf(word).find((candidate) => this.#mayBe(candidate, word, index));
    if (role === undefined) return false;
    this.#roles.add(role);
    if (role === 'extension') this.#extensionSign = word;
    if (role === 'connective') this.#numberFollows = true;
    return true;
  }

  #mayBe(role: WordRole, word: string, index: number): boolean {
    const before = this.#textAt(index - 1);
    const behind = this.#textAt(index + 1);
    if (role === 'extension') return this.#numbers.length > 0;
    if (isGluedToDigits(word, before, behind)) return false;
    // `Phone no` and `No. tel`, but not `no phone`.
    if (role === 'companion' && /^no$/i.test(word)) return this.#roles.has('label') || behind.startsWith('.');
    if (role === 'connective') return this.#numbers.length > 0 && !this.#numberFollows;
    return role !== 'short_label' || isMarkedOff(before, behind, this.#textAt(index + 2));
  }

  #takeMark(mark: string, index: number): boolean {
    if (mark === '#') return this.#takeNumberSign(index);
    if (mark === ':' || mark === '=') return this.#isBehindWord(index);
    return SEPARATORS.has(mark);
  }

  /** Takes the `#` of `Phone #: ...` or of `... #12`. */
  #takeNumberSign(index: number): boolean {
    if (this.#numbers.length === 0) return this.#isBehindWord(index);
    // `x12#` ends an extension.
    if (this.#lastExtensionAt === index - 1 && index === this.#tokens.length - 1) return true;
    this.#extensionSign = '#';
    return true;
  }

  /** Whether a word precedes the token, also with the index of a line, as in `Tel. 2:`. */
  #isBehindWord(index: number): boolean {
    const isBehindGap = this.#tokens[index - 1]?.kind === 'gap';
    const last = this.#tokens[isBehindGap ? index - 2 : index - 1];
    return (
      last?.kind === 'word' ||
      last?.text === '#' ||
      (last !== undefined && this.#isLineIndex(last.text, index - 1))
    );
  }

  #takeNumber(text: string, index: number): boolean {
    if (this.#extensionSign !== undefined) {
      const pattern = this.#extensionSign.length > 1 ? LONG_EXTENSION : EXTENSION;
      this.#extensionSign = undefined;
      this.#lastExtensionAt = index;
      return pattern.test(text);
    }
    if (this.#isLineIndex(text, index)) return true;
    const isBehindLabel = this.#tokens[index - 1]?.kind === 'word';
    if (isBehindLabel && beginsWithIndex(text)) return false;
    this.#numberFollows = false;
    const followsSlash = this.#textAt(index - 1) === '/' && this.#lastNumberAt === index - 2;
    this.#lastNumberAt = index;
    const last = this.#numbers.at(-1);
    if (followsSlash && last !== undefined) last.push(text);
    else
      this.#numbers.push([isBehindLabel || this.#textAt(index - 1) === ':' ? withoutLabelEnd(text) : text]);
    return true;
  }

  /** Whether a price ends here, as in `1.250.000,-`. */
  #isPriceEnd(gap: string, index: number): boolean {
    return gap.startsWith('-') && this.#textAt(index - 1) === ',' && index === this.#tokens.length - 1;
  }

  #isLineIndex(text: string, index: number): boolean {
    if (!/^[. ]*[1-9] *$/.test(text) || this.#textAt(index + 1) !== ':') return false;
    return this.#tokens[index - 1]?.kind === 'word';
  }

  #textAt(index: number): string {
    return this.#tokens[index]?.text ?? '';
  }
}

/** A piece of a cell. */
interface CellToken {
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
function cellTokens(text: string): readonly CellToken[] {
  return Array.from(text.matchAll(TOKEN), ([piece, run, word]): CellToken => {
    if (run !== undefined) return { kind: /\d/.test(run) ? 'number' : 'gap', text: run };
    return { kind: word === undefined ? 'mark' : 'word', text: piece };
  });
}

/** `2 030 123456` behind `Tel.`. Not with an 8, which Belarus dials before the zero. */
const INDEX_AND_NUMBER = /^[. ]*[1-79] +\(?0/;

/** Whether the text behind a label begins with the index of a line, as in `Tel. 2 030 123456`. */
function beginsWithIndex(text: string): boolean {
  return INDEX_AND_NUMBER.test(text);
}

/**
 * Whether a word in Latin letters touches digits without a space. Then it is part of an id, or its letters stand for digits. Scripts
 * without spaces between words have none before a number either.
 */
function isGluedToDigits(word: string, before: string, behind: string): boolean {
  return (/\d[-.]?$/.test(before) || /^\d/.test(behind)) && /^[a-z]+$/i.test(word);
}

/** Whether a short label stands before a colon or a dot, in brackets, or before the beginning of a number. */
function isMarkedOff(before: string, behind: string, next: string): boolean {
  if (/^[.:]/.test(behind) || /^ *[+(0]/.test(behind)) return true;
  return (/^ *$/.test(behind) && /^[:+]/.test(next)) || (/[([]$/.test(before) && /^[)\]]/.test(behind));
}

/** Removes the dot or dash of `Tel. 030 ...`, `Mob-98 ...` and `Mob:-98 ...`. Without a label it would be part of a value. */
function withoutLabelEnd(text: string): string {
  return text.replace(/^[-. )\]]+/, '');
}
