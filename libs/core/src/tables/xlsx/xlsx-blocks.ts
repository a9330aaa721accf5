import { setImmediate } from 'node:timers/promises';
import type { Row } from '../row.js';
import { RowBlocks } from '../row-blocks.js';
import type { TableLimits } from '../table-limits.js';
import type { UploadContent } from '../upload-content.js';
import { malformedWorkbook } from './malformed-workbook.js';
import { SharedTexts } from './shared-texts.js';
import { readSharedTexts } from './shared-texts-reader.js';
import { SheetReader } from './sheet-reader.js';
import { type SheetContext, SheetRows } from './sheet-rows.js';
import { spoolWorkbook } from './spool-workbook.js';
import { readNumberStyles } from './styles.js';
import { TempFile } from './temp-file.js';
import { readWorkbook, type Workbook } from './workbook.js';
import type { XmlPart } from './xml-part.js';
import { ZipParts } from './zip-parts.js';

export interface XlsxOptions {
  readonly limits: TableLimits;
  readonly tempDirectory: string;
}

/**
 * The rows of the first visible sheet that has any, in blocks. The upload is put on disk first, because a zip's directory is at its
 * end: reading it front to back means trusting what nobody has checked. `onSheet` is told each sheet that is looked into, the last one
 * is the one that has the rows. Ends with everything closed, however it ends.
 */
export async function* xlsxBlocks(
  content: UploadContent,
  { limits, tempDirectory }: XlsxOptions,
  onSheet: (name: string) => void,
): AsyncGenerator<readonly Row[]> {
  let file: TempFile | undefined;
  try {
    content.throwIfAborted();
    file = await TempFile.create(tempDirectory);
    await spoolWorkbook(content, file);
    const parts = await ZipParts.open(file, limits);
    const workbook = await readWorkbook(parts);
    const context = await readContext(file, parts, workbook, limits, content);
    for (const { name, part } of workbook.visibleSheets) {
      onSheet(name);
      // Reading the next one instead would be a guess.
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
): AsyncGenerator<readonly Row[]> {
  const sheet = new SheetReader(part, new SheetRows(blocks, context, part.blank));
  for await (const piece of part.text) {
    for (let start = 0; start < piece.length; ) {
      start = sheet.read(piece, start);
      const full = blocks.takeFull();
      yield* full;
      // A piece of XML can be a hundred megabytes of rows; nothing else has its turn until the next piece is waited for.
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
