import { setImmediate } from 'node:timers/promises';
import { RowBlocks, type TableBlock } from '../row-blocks.js';
import type { TableLimits } from '../table-limits.js';
import type { UploadContent } from '../upload-content.js';
import { malformedWorkbook } from './malformed-workbook.js';
import type { SheetContext } from './sheet/cell-text.js';
import { SheetReader } from './sheet/sheet-reader.js';
import { SheetRows } from './sheet/sheet-rows.js';
import { readNumberStyles } from './sheet/styles.js';
import { TempFile } from './temp-file.js';
import { SharedTexts } from './texts/shared-texts.js';
import { readSharedTexts } from './texts/shared-texts-reader.js';
import { readWorkbook, type Workbook } from './workbook.js';
import type { XmlPart } from './xml/xml-part.js';
import { spoolWorkbook } from './zip/spool-workbook.js';
import { ZipParts } from './zip/zip-parts.js';

/** Sheets without rows before one that has some. Opening one takes a third of a millisecond. */
const MAX_EMPTY_SHEETS = 1_000;

export interface XlsxOptions {
  readonly limits: TableLimits;
  readonly tempDirectory: string;
}

/**
 * Reads the rows of the first visible sheet that has any, in blocks. The upload is written to disk first, because a zip's directory is at
 * its end, and headers read front to back are not checked against it. Calls `onSheet` for every sheet that is opened; the last one has
 * the rows. Closes everything however it ends.
 */
export async function* xlsxBlocks(
  content: UploadContent,
  { limits, tempDirectory }: XlsxOptions,
  onSheet: (name: string) => void,
): AsyncGenerator<TableBlock> {
  let file: TempFile | undefined;
  try {
    content.throwIfAborted();
    file = await TempFile.create(tempDirectory);
    await spoolWorkbook(content, file);
    const parts = await ZipParts.open(file, limits);
    const workbook = await readWorkbook(parts);
    const context = await readContext(file, parts, workbook, limits, content);
    for (const [index, { name, part }] of workbook.visibleSheets.entries()) {
      if (index > MAX_EMPTY_SHEETS)
        throw malformedWorkbook(`begins with more than ${MAX_EMPTY_SHEETS} empty sheets`);
      onSheet(name);
      // Reading the next sheet instead would be a guess.
      if (part === undefined) throw malformedWorkbook(`does not say where its sheet ${name} is`);
      const blocks = new RowBlocks({ ...limits, maxTableChars: parts.maxRowsChars(part) });
      yield* sheetBlocks(untilAborted(parts.xml(part), content), blocks, context);
      if (blocks.count > 0) return;
    }
  } finally {
    await content.close();
    await file?.close();
  }
}

async function readContext(
  file: TempFile,
  parts: ZipParts,
  workbook: Workbook,
  limits: TableLimits,
  content: UploadContent,
): Promise<SheetContext> {
  const { styles, sharedStrings, date1904 } = workbook;
  const numberStyles =
    styles === undefined ? [] : await readNumberStyles(untilAborted(parts.xml(styles), content));
  const sharedTexts = new SharedTexts(file, limits);
  if (sharedStrings !== undefined && parts.has(sharedStrings)) {
    await readSharedTexts(untilAborted(parts.xml(sharedStrings), content), sharedTexts, limits);
  }
  return { sharedTexts, numberStyles, date1904, limits };
}

async function* sheetBlocks(
  part: XmlPart,
  blocks: RowBlocks,
  context: SheetContext,
): AsyncGenerator<TableBlock> {
  const sheet = new SheetReader(part, new SheetRows(blocks, context, part.blank));
  for await (const piece of part.text) {
    for (let start = 0; start < piece.length; ) {
      start = sheet.read(piece, start);
      const full = blocks.takeFull();
      yield* full;
      // A piece of XML can hold a hundred megabytes of rows. Nothing else runs before the next piece is awaited.
      if (full.length > 1) await setImmediate();
    }
  }
  sheet.end();
  yield* blocks.takeRest();
}

function untilAborted({ text, ...part }: XmlPart, content: UploadContent): XmlPart {
  async function* checked(): AsyncGenerator<string> {
    for await (const piece of text) {
      content.throwIfAborted();
      yield piece;
    }
  }
  return { ...part, text: checked() };
}
