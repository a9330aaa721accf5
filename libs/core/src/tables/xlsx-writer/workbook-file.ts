import { type PassThrough, Readable } from 'node:stream';
import { type Options, ZipFile } from 'yazl';
import type { Row } from '../row.js';
import type { SheetSize } from './sheet-limits.js';
import { sheetXml } from './sheet-xml.js';
import { SHEET_PATH, WORKBOOK_PARTS } from './workbook-parts.js';

/**
 * Of every file in the zip. The time is that of no task, and in no time zone, so that the same rows are the same bytes everywhere.
 * A higher level takes up to half as much time again and leaves a tenth less.
 */
const ENTRY: Partial<Options> = {
  mtime: new Date(1980, 0, 1),
  forceDosTimestamp: true,
  compressionLevel: 3,
};

/**
 * A workbook of one sheet as the bytes of an .xlsx file, written as fast as it is read and in memory that does not grow with the
 * rows. Leaving the iteration early leaves `blocks`. Codes: those of {@link sheetXml}.
 */
export async function* workbookFile(
  blocks: AsyncIterable<Iterable<Row>>,
  size: SheetSize,
): AsyncGenerator<Uint8Array, void, undefined> {
  const zip = new ZipFile();
  const sheet = Readable.from(sheetXml(blocks, size), { objectMode: false });
  const sheetClosed = new Promise((resolve) => sheet.once('close', resolve));
  // It is one; the declarations say less.
  const output = zip.outputStream as PassThrough;
  // yazl does not: its output would never end.
  sheet.on('error', (error) => output.destroy(error));
  for (const [path, content] of Object.entries(WORKBOOK_PARTS))
    zip.addBuffer(Buffer.from(content), path, ENTRY);
  zip.addReadStream(sheet, SHEET_PATH, ENTRY);
  zip.end();
  try {
    yield* output;
  } finally {
    sheet.destroy();
    await sheetClosed;
  }
}
