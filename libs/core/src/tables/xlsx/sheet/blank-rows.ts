/** A run of whole rows without a filled cell. */
export interface BlankRows {
  /** The offset of the end of the rows; that of the start if there are none. */
  readonly end: number;
  readonly count: number;
  /** The number of the last row, as written, if it has one. */
  readonly lastNumber: string | undefined;
}

/** The characters between attribute values, without the end of the tag. */
const BETWEEN = `[^<>"'&/]*`;
/** Attributes, in whose values a `>` may stand. Values with an escape are left to the parser. */
const ATTRIBUTES = String.raw`(?:\s${BETWEEN}(?:"[^"<&]*"${BETWEEN}|'[^'<&]*'${BETWEEN})*)?`;

/** Part of a regular expression: an element with this content. */
function element(name: string, content: string): string {
  return String.raw`<(?:\w+:)?${name}${ATTRIBUTES}(?:/>|>${content}</(?:\w+:)?${name}>)`;
}

const EMPTY_CELL = element('c', String.raw`\s*(?:${element('v', '')}\s*)?`);

/** A row of cells without text. Only text fills a cell. */
const BLANK_ROW = new RegExp(String.raw`${element('row', String.raw`\s*(?:${EMPTY_CELL}\s*)*`)}\s*`, 'y');

const ROW_NUMBER = /^<[\w:]+(?:\s+[^\s=]+\s*=\s*(?:"[^"]*"|'[^']*'))*?\s+r\s*=\s*(?:"([^"]*)"|'([^']*)')/;

/**
 * Finds the blank rows that begin at `start`. Programs write a million of them for formatted columns. An expression is many times faster
 * than a parser, which reports every element and attribute.
 */
export function blankRowsAt(xml: string, start: number): BlankRows {
  let [end, count, last] = [start, 0, ''];
  BLANK_ROW.lastIndex = start;
  for (let row = BLANK_ROW.exec(xml); row !== null; row = BLANK_ROW.exec(xml)) {
    end = BLANK_ROW.lastIndex;
    count += 1;
    last = row[0];
  }
  const [, number, inSingleQuotes] = ROW_NUMBER.exec(last) ?? [];
  return { end, count, lastNumber: number ?? inSingleQuotes };
}
