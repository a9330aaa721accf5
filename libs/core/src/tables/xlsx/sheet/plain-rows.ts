import { PLAIN_TEXT } from '../xml/xml-part.js';

/** A cell as its element is written: address, style, type, value, inline text. Undefined if not written. */
export type PlainCell = readonly [
  element: string,
  address: string | undefined,
  style: string | undefined,
  type: string | undefined,
  value: string | undefined,
  text: string | undefined,
];

export interface PlainRow {
  /** As written, if at all. */
  readonly number: string | undefined;
  readonly cells: readonly PlainCell[];
  /** Where the row ends in the text. */
  readonly end: number;
}

const ROW = /<row(?: r="(\d+)")?(?: (?!r=)[\w:]+="[^"<&]*")*(\/?)>/y;

const VALUE = `<v>(${PLAIN_TEXT})</v>`;
const INLINE_TEXT = `<is><t(?: xml:space="preserve")?>(${PLAIN_TEXT})</t></is>`;
const CELL = new RegExp(
  String.raw`<c(?: r="([A-Z]+\d+)")?(?: s="(\d+)")?(?: t="([a-zA-Z]+)")?(?:/>|>(?:${VALUE}|${INLINE_TEXT})</c>)`,
  'y',
);

const ROW_END = '</row>';

/**
 * Reads the row that begins at `start` if it has the usual form: cells that are empty or have a value or a text, no spaces, attributes in
 * the order of the standard's tables. Any other row is undefined and left to the parser, which takes several times as long, since it
 * reports every element and attribute.
 *
 * `cells` is emptied and becomes the row's. With one array for all rows, V8 does not begin to allocate them in its old space, where each
 * would keep its cells until a full collection.
 */
export function plainRowAt(xml: string, start: number, cells: PlainCell[] = []): PlainRow | undefined {
  ROW.lastIndex = start;
  const row = ROW.exec(xml);
  if (row === null) return undefined;
  const [, number, isEmpty] = row;
  cells.length = 0;
  let end = ROW.lastIndex;
  if (isEmpty === '/') return { number, cells, end };
  for (;;) {
    CELL.lastIndex = end;
    // The expression has these groups.
    const cell = CELL.exec(xml) as PlainCell | null;
    if (cell === null) break;
    cells.push(cell);
    end = CELL.lastIndex;
  }
  return xml.startsWith(ROW_END, end) ? { number, cells, end: end + ROW_END.length } : undefined;
}
