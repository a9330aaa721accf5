/**
 * The text of a string element (`si`, `is`), which may be cut into formatted runs. Phonetic guides (`rPh`) stand above the text and
 * are no part of it.
 */
export class RichText {
  #text = '';
  #inText = false;
  #inPhonetic = false;

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
    if (this.#inText && !this.#inPhonetic) this.#text += text;
  }

  get value(): string {
    return unescapeText(this.#text);
  }
}

/** Characters that XML cannot hold are written as `_x000D_`, and an underscore that would begin such a thing as `_x005F_`. */
export function unescapeText(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
