/** The signs of the patterns in the numbering plans, each with its quantifier. */
const SIGN =
  /(?<open>\(\?:)|(?<bar>\|)|(?<close>\)\??)|(?<digit>\\d|\[[^\]]*\]|\d)(?:\{(?:\d+,)?(?<most>\d+)\}|\?)?/y;

/**
 * A pattern for the beginnings of the numbers of a pattern, in which digits are single, in brackets, repeated and in groups of alternatives, as in
 * Google's numbering plans: the beginnings of `3(?:0|10)` are those of `30` and `310`. Throws for any other sign.
 */
export function beginningsOf(pattern: RegExp): RegExp {
  const reader = new PatternReader(pattern.source.replace(/^\^\(\?:(.*)\)\$$/, '$1'));
  return new RegExp(`^(?:${reader.alternatives()})`);
}

/** A part of a pattern, and the pattern of the texts that end in it. */
interface Part {
  readonly whole: string;
  readonly begun: string;
}

class PatternReader {
  readonly #pattern: string;
  #at = 0;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  /** Reads alternatives to the end of their group, and returns the pattern of the texts that end in one of them. */
  alternatives(): string {
    const begun: string[] = [];
    let parts: Part[] = [];
    const end = () => begun.push(begunOf(parts));
    while (this.#at < this.#pattern.length) {
      const from = this.#at;
      const { bar, close, digit, most, open } = this.#next();
      if (close !== undefined) break;
      if (bar !== undefined) {
        end();
        parts = [];
      } else if (open !== undefined) {
        const group = this.alternatives();
        parts.push({ whole: this.#pattern.slice(from, this.#at), begun: group });
      } else {
        parts.push({ whole: this.#pattern.slice(from, this.#at), begun: `${digit}{0,${most ?? 1}}$` });
      }
    }
    end();
    return begun.join('|');
  }

  #next(): Readonly<Record<string, string | undefined>> {
    SIGN.lastIndex = this.#at;
    const { groups } = SIGN.exec(this.#pattern) ?? {};
    if (groups === undefined) throw new TypeError(`a numbering plan has an unknown sign at ${this.#at}`);
    this.#at = SIGN.lastIndex;
    return groups;
  }
}

/** The text ends in the first part, or has all of it and ends in a later one. */
function begunOf(parts: readonly Part[]): string {
  return parts.reduceRight((later, { begun, whole }) => `(?:${begun}|${whole}${later})`, '$');
}
