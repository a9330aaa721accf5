const [LESS_THAN, AMPERSAND, BRACKET] = [0x3c, 0x26, 0x5d];

/** For each ASCII character, whether it needs special treatment: control characters except tab and line feed, `<`, `&` and `]`. */
const IS_SPECIAL = Uint8Array.from({ length: 0x80 }, (_, code) =>
  (code < 0x20 && code !== 9 && code !== 10) || [LESS_THAN, AMPERSAND, BRACKET].includes(code) ? 1 : 0,
);

/** The entities of XML itself, which need no declaration. */
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const ENTITY = /&(amp|lt|gt|quot|apos);/y;
const EVERY_ENTITY = new RegExp(ENTITY, 'g');

/** The count of zeros behind the end of a text, so that looking ahead finds nothing. */
const CODES_BEHIND = 64;

/**
 * A piece of XML that is read character by character. Its UTF-16 units are in an array, since access to a string takes several times as
 * long.
 */
export class PlainXml {
  text = '';
  /** The UTF-16 units, with zeros behind the last one. */
  codes = new Uint16Array(CODES_BEHIND);
  #bytes = Buffer.from(this.codes.buffer);

  /** Takes the next piece. */
  set(text: string): void {
    if (text === this.text) return;
    this.text = text;
    if (text.length + CODES_BEHIND > this.codes.length) {
      this.codes = new Uint16Array(2 * text.length + CODES_BEHIND);
      this.#bytes = Buffer.from(this.codes.buffer);
    }
    this.#bytes.write(text, 'utf16le');
    this.codes.fill(0, text.length, text.length + CODES_BEHIND);
  }

  /** Whether these characters, fewer than 64, begin at this offset. */
  isAt(start: number, written: Uint8Array): boolean {
    const { codes } = this;
    for (let at = 0; at < written.length; at += 1) if (codes[start + at] !== written[at]) return false;
    return true;
  }

  /**
   * The end of the text that begins at `start`: a `<`. -1 if there is none, or if the parser must read the text: it has numeric entities, a
   * carriage return (which becomes a line feed), `]]` (since `]]>` is not allowed), or characters that XML does not allow.
   */
  textEnd(start: number): number {
    const { codes } = this;
    for (let at = start; ; at += 1) {
      const code = codes[at] ?? 0;
      if (code < 0x80 ? IS_SPECIAL[code] === 0 : code < 0xfffe) continue;
      if (code === LESS_THAN) return at;
      if (code === AMPERSAND) {
        ENTITY.lastIndex = at;
        if (!ENTITY.test(this.text)) return -1;
      } else if (code !== BRACKET || codes[at + 1] === BRACKET) return -1;
    }
  }

  /** The text that {@link textEnd} has found. */
  textBetween(start: number, end: number): string {
    const text = this.text.slice(start, end);
    return text.includes('&') ? text.replace(EVERY_ENTITY, (_, name: string) => ENTITIES[name] ?? '') : text;
  }
}

/**
 * The most characters that are read before the resulting rows are taken. A cell of 21 characters may refer to a shared string of 32,767, so
 * a millisecond of parsing can give a hundred megabytes of rows.
 */
export const SLICE_CHARS = 8 * 1024;

/**
 * Finds the ends of the slices of XML for the parser. Most elements of one name are read without the parser, so a slice ends where such an
 * element begins, if there is one.
 */
export class SliceEnds {
  readonly #start: string;
  readonly #nextStart: RegExp;

  constructor(elementName: string) {
    this.#start = `<${elementName}`;
    this.#nextStart = new RegExp(String.raw`<(?:\w+:)?${elementName}[\s/>]`, 'g');
  }

  /**
   * The end of the slice that begins at `start`. `isNextWanted`, if elements were just read without the parser: the slice ends at the next
   * such element. Otherwise it ends at the last one within the slice, since the parser is likely to be needed again.
   */
  find(text: string, start: number, isNextWanted: boolean): number {
    const most = Math.min(text.length, start + SLICE_CHARS);
    const found = isNextWanted ? this.#next(text, start) : text.lastIndexOf(this.#start, most);
    return found > start ? Math.min(found, most) : most;
  }

  #next(text: string, start: number): number {
    this.#nextStart.lastIndex = start + 1;
    return this.#nextStart.exec(text)?.index ?? text.length;
  }
}
