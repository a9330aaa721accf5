import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { SaxesParser } from 'saxes';
import { fromBufferPromise } from 'yauzl';

const SHEET = 'xl/worksheets/sheet1.xml';
const NEEDED = ['[Content_Types].xml', '_rels/.rels', 'xl/workbook.xml', 'xl/_rels/workbook.xml.rels', SHEET];

/**
 * The cells of the first sheet of an .xlsx file: text as text, numbers as numbers, undefined for a missing cell. Only texts in the cells
 * themselves are read. Rejects with AssertionError for any other workbook.
 */
export async function readWorkbook(content: ArrayBuffer): Promise<unknown[][]> {
  const parts = await partsOf(Buffer.from(content)).catch((error) =>
    assert.fail(`the reply is no workbook: ${error}`),
  );
  for (const path of NEEDED) assert.ok(parts.has(path), `the workbook has no ${path}`);
  for (const [path, xml] of parts) assertWellFormed(path, xml);
  return cellsOf(parts.get(SHEET) ?? '');
}

async function partsOf(content: Buffer): Promise<Map<string, string>> {
  const zip = await fromBufferPromise(content);
  const parts = new Map<string, string>();
  for await (const entry of zip.eachEntry()) {
    parts.set(entry.fileName, await text(await zip.openReadStreamPromise(entry)));
  }
  return parts;
}

function assertWellFormed(path: string, xml: string): void {
  const parser = new SaxesParser();
  parser.on('error', (error) => assert.fail(`${path} is no XML: ${error.message}`));
  parser.write(xml).close();
}

function cellsOf(xml: string): unknown[][] {
  const rows: unknown[][] = [];
  let type: string | undefined;
  let value = '';
  let isValue = false;
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    if (name === 'row') rows.push([]);
    if (name === 'c') {
      ({ t: type } = attributes);
      value = '';
    }
    isValue = name === 't' || name === 'v';
  });
  parser.on('text', (part) => {
    if (isValue) value += part;
  });
  parser.on('closetag', ({ name, attributes }) => {
    if (name === 't' || name === 'v') isValue = false;
    if (name !== 'c') return;
    const row = rows.at(-1) ?? [];
    const column = attributes['r'] === undefined ? row.length : columnOf(attributes['r']);
    row[column] = typed(type, value);
  });
  parser.write(xml).close();
  return rows;
}

/** The column of a reference such as `AB7`, from 0. */
function columnOf(reference: string): number {
  const letters = /^[A-Z]+/.exec(reference)?.[0] ?? assert.fail(`${reference} is no reference of a cell`);
  return [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** Characters that XML cannot hold are escaped, as in `_x000D_` (ECMA-376, part 1, 22.9.2.19). */
function typed(type: string | undefined, value: string): unknown {
  if (type === 'inlineStr' || type === 'str') {
    return value.replace(/_x([\da-f]{4})_/gi, (_escape, hex) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  }
  if (type === undefined || type === 'n') return value === '' ? undefined : Number(value);
  return assert.fail(`a cell has the type ${type}`);
}
