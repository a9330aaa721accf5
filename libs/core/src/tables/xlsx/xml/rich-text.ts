/** The length of `_x000D_`, which stands for one character. */
const ESCAPED_CHARS = 7;

/** The number of written characters to keep, so that a text of more than `maxChars` is still recognised as too long. */
export function maxRawChars(maxChars: number): number {
  return (maxChars + 1) * ESCAPED_CHARS;
}

/**
 * The text of a string element (`si`, `is`), which may be cut into formatted runs. Phonetic guides (`rPh`) stand above the text and are no
 * part of it. Of a text that is longer than `maxChars`, only enough is kept to recognise it as too long.
 */
export class RichText {
  readonly #maxRawChars: number;
  #text = '';
  #inText = false;
  #inPhonetic = false;

  constructor(maxChars: number) {
    this.#maxRawChars = maxRawChars(maxChars);
  }

  start(): void {
    this.#text = '';
    this.#inText = false;
    this.#inPhonetic = false;
  }

  open(name: string): void {
    if (name === 't') this.#inText = true;
    else if (name === 'rPh') this.#inPhonetic = true;
  }

  close(name: string): void {
    if (name === 't') this.#inText = false;
    else if (name === 'rPh') this.#inPhonetic = false;
  }

  add(text: string): void {
    if (this.#inText && !this.#inPhonetic && this.#text.length < this.#maxRawChars) this.#text += text;
  }

  get value(): string {
    return unescapeText(this.#text);
  }
}

/** Characters that XML cannot hold are written as `_x000D_`, and an underscore that would begin such an escape as `_x005F_`. */
export function unescapeText(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
