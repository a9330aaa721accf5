/**
 * Characters that are read before what they gave is taken away. A cell of 21 characters may hold a shared string of 32,767, so a
 * millisecond of parsing can give a hundred megabytes of rows.
 */
export const SLICE_CHARS = 8 * 1024;

/**
 * Where slices of XML end that are given to the parser. Elements of one name are mostly read without it, so a slice ends where such an
 * element begins, if one does, and the next one can be looked at.
 */
export class SliceEnds {
  readonly #start: string;
  readonly #nextStart: RegExp;

  constructor(elementName: string) {
    this.#start = `<${elementName}`;
    this.#nextStart = new RegExp(String.raw`<(?:\w+:)?${elementName}[\s/>]`, 'g');
  }

  /**
   * The end of the slice that begins at `start`. It is the next element's beginning if elements were read without the parser before, and
   * the last one's where the parser is likely to be needed again.
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
