import { fileSignature, SIGNATURE_BYTES, SIGNATURE_NAMES } from '../file-signature.js';
import type { Row } from '../row.js';
import { RowBlocks } from '../row-blocks.js';
import type { TableLimits } from '../table-limits.js';
import type { UploadContent } from '../upload-content.js';
import { malformedWorkbook } from './malformed-workbook.js';
import { readSharedTexts, SharedTexts } from './shared-texts.js';
import { type SheetContext, SheetRows } from './sheet-rows.js';
import { readNumberKinds } from './styles.js';
import { TempFile } from './temp-file.js';
import { readWorkbook, type Workbook } from './workbook.js';
import { XmlReader } from './xml-reader.js';
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
    await spool(content, file);
    const parts = await ZipParts.open(file, limits);
    const workbook = await readWorkbook(parts);
    const context = await readContext(file, parts, workbook, limits, content);
    for (const sheet of workbook.visibleSheets) {
      onSheet(sheet.name);
      const blocks = new RowBlocks(limits);
      yield* sheetBlocks(parts.text(sheet.part), blocks, context, content);
      if (blocks.count > 0) return;
    }
  } finally {
    await content.close();
    await file?.close();
  }
}

async function spool(content: UploadContent, file: TempFile): Promise<void> {
  let head = Buffer.alloc(0);
  for (let piece = await content.next(); piece !== undefined; piece = await content.next()) {
    if (head.length < SIGNATURE_BYTES) {
      head = Buffer.concat([head, piece.subarray(0, SIGNATURE_BYTES)]);
      if (head.length >= SIGNATURE_BYTES) assertZip(head);
    }
    await file.append(piece);
  }
  if (head.length < SIGNATURE_BYTES) assertZip(head);
}

function assertZip(head: Buffer): void {
  const signature = fileSignature(head);
  if (signature === 'zip') return;
  throw malformedWorkbook(
    signature === 'other' ? 'its content is no workbook' : `its content is ${SIGNATURE_NAMES[signature]}`,
  );
}

async function readContext(
  file: TempFile,
  parts: ZipParts,
  workbook: Workbook,
  limits: TableLimits,
  content: UploadContent,
): Promise<SheetContext> {
  const { styles, sharedStrings, date1904 } = workbook;
  const numberKinds = styles === undefined ? [] : await readNumberKinds(parts.text(styles));
  const sharedTexts = new SharedTexts(file, limits);
  if (sharedStrings !== undefined && parts.has(sharedStrings)) {
    await readSharedTexts(untilAborted(parts.text(sharedStrings), content), sharedTexts, limits);
  }
  return { sharedTexts, numberKinds, date1904, limits };
}

async function* sheetBlocks(
  xml: AsyncIterable<string>,
  blocks: RowBlocks,
  context: SheetContext,
  content: UploadContent,
): AsyncGenerator<readonly Row[]> {
  const reader = new XmlReader(new SheetRows(blocks, context));
  for await (const piece of untilAborted(xml, content)) {
    reader.write(piece);
    yield* blocks.takeFull();
  }
  reader.end();
  yield* blocks.takeRest();
}

async function* untilAborted(xml: AsyncIterable<string>, content: UploadContent): AsyncGenerator<string> {
  for await (const piece of xml) {
    content.throwIfAborted();
    yield piece;
  }
}
