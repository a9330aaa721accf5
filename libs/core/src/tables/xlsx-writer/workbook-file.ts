import type { Row } from '../row.js';
import type { SheetSize } from './sheet-limits.js';
import { type SheetLines, sheetXml } from './sheet-xml.js';
import { SHEET_PATH, workbookParts } from './workbook-parts.js';
import { zipFile } from './zip-file.js';

/**
 * A workbook of one sheet as the bytes of an .xlsx file, written as fast as it is read and in memory that does not grow with the
 * rows. `top`: the rows down to the header. `sheetName` is one of `sheet-name.ts`. Leaving the iteration early leaves `blocks`. Codes: those
 * of {@link sheetXml}.
 */
export function workbookFile(
  top: readonly Row[],
  blocks: AsyncIterable<SheetLines>,
  size: SheetSize,
  sheetName: string,
): AsyncGenerator<Uint8Array, void, undefined> {
  return zipFile(workbookParts(sheetName), SHEET_PATH, sheetXml(top, blocks, size));
}
