/** Rows without a filled cell that stand whole in a text, one after the other. */
export interface BlankRows {
  /** Where they end, which is where they start if there are none. */
  readonly end: number;
  readonly count: number;
  /** The last one's, as written, if it has one. */
  readonly lastNumber: string | undefined;
}

/** An element with that content and no other, as a part of a regular expression. */
function element(name: string, content: string): string {
  return String.raw`<(?:\w+:)?${name}(?:\s[^<>]*)?(?:/>|(?<!/)>${content}</(?:\w+:)?${name}>)`;
}

const EMPTY_CELL = element('c', String.raw`\s*(?:${element('v', '')}\s*)?`);

/** A row that has nothing but cells without a text in them: text is all that can fill a cell. */
const BLANK_ROW = new RegExp(String.raw`${element('row', String.raw`\s*(?:${EMPTY_CELL}\s*)*`)}\s*`, 'y');

const ROW_START = /<(?:\w+:)?row[\s/>]/g;

/**
 * Finds the blank rows that begin at `start`. Programs write a million of them when someone has formatted whole columns; an expression
 * goes over them many times faster than a parser, which tells of each element and attribute what nobody asks for.
 */
export function blankRowsAt(xml: string, start: number): BlankRows {
  let [end, count, last] = [start, 0, ''];
  BLANK_ROW.lastIndex = start;
  for (let row = BLANK_ROW.exec(xml); row !== null; row = BLANK_ROW.exec(xml)) {
    end = BLANK_ROW.lastIndex;
    count += 1;
    last = row[0];
  }
  return { end, count, lastNumber: /^[^>]*?\sr=(["'])(\d+)\1/.exec(last)?.[2] };
}

/** Where the next row starts behind `start`, or the end of the text. */
export function nextRowStart(xml: string, start: number): number {
  ROW_START.lastIndex = start + 1;
  return ROW_START.exec(xml)?.index ?? xml.length;
}
