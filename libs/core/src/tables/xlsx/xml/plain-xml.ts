const [LESS_THAN, AMPERSAND, BRACKET] = [0x3c, 0x26, 0x5d];

/** By character of ASCII, whether more than a look at it is needed: control characters but tab and line feed, `<`, `&` and `]`. */
const IS_SPECIAL = Uint8Array.from({ length: 0x80 }, (_, code) =>
  (code < 0x20 && code !== 9 && code !== 10) || [LESS_THAN, AMPERSAND, BRACKET].includes(code) ? 1 : 0,
);

/** XML's own, which need no declaration. */
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const ENTITY = /&(amp|lt|gt|quot|apos);/y;
const EVERY_ENTITY = new RegExp(ENTITY, 'g');

/** What is looked at behind the end of a text, in which nothing is found. */
const CODES_BEHIND = 64;

/**
 * A piece of XML that is looked at character by character. Its UTF-16 units stand in an array, since a look into a text takes several times
 * as long.
 */
export class PlainXml {
  text = '';
  /** With zeros behind the last one. */
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

  /** Whether these characters, fewer than 64, stand at this place. */
  isAt(start: number, written: Uint8Array): boolean {
    const { codes } = this;
    for (let at = 0; at < written.length; at += 1) if (codes[start + at] !== written[at]) return false;
    return true;
  }

  /**
   * Where the text that begins at `start` ends: at a `<`. -1 if there is none, or if the text is not read as it stands, but for XML's own
   * entities: numbers of characters, a carriage return, which becomes a line feed, `]]`, since `]]>` is not allowed, and characters that XML
   * does not allow are left to the parser.
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
