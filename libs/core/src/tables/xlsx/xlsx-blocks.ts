import { setImmediate } from 'node:timers/promises';
import { RowBlocks } from '../row-blocks.js';
import type { TableBlock } from '../table-block.js';
import type { TableLimits } from '../table-limits.js';
import type { UploadContent } from '../upload-content.js';
import type { SheetContext } from './cell-text.js';
import { spoolWorkbook } from './package/spool-workbook.js';
import { TempFile } from './package/temp-file.js';
import type { XmlPart } from './package/xml-part.js';
import { malformedWorkbook } from './package/zip-directory.js';
import { ZipParts } from './package/zip-parts.js';
import { SharedTexts } from './shared-texts.js';
import { readSharedTexts } from './shared-texts-reader.js';
import { SheetReader } from './sheet-reader.js';
import { SheetRows } from './sheet-rows.js';
import { readNumberStyles } from './styles.js';
import { namedSheet, type SheetChoice, wantedSheet } from './wanted-sheet.js';
import { readWorkbook, type Sheet, type Workbook } from './workbook.js';

/** The most sheets without rows before one with rows. Opening one takes a third of a millisecond. */
const MAX_EMPTY_SHEETS = 1_000;

export interface XlsxOptions {
  readonly limits: TableLimits;
  readonly tempDirectory: string;
  /** The name of a visible sheet, instead of the first one that has rows. */
  readonly sheet?: string | undefined;
  /** The choice of a sheet if none is named, instead of the first one that has rows. */
  readonly sheetChoice?: SheetChoice | undefined;
}

/** Callbacks during the reading of a workbook. */
export interface WorkbookListener {
  /** Called once with the names of the visible sheets. */
  onWorkbook(sheets: readonly string[]): void;
  /** Called for every sheet that is read; the last one has the rows. */
  onSheet(name: string): void;
  /** Called if the chosen sheet is not the first one with rows. */
  onPassed(name: string): void;
}

/**
 * Reads the rows of a sheet in blocks: of the named sheet, otherwise of the first visible one that is wanted, otherwise of the first
 * visible one with rows. The upload is first written to disk, because a zip's directory is at its end, and reading without the directory
 * would leave it unchecked. Closes everything however it ends. Codes: `malformed_file`, `sheet_not_found`, and those of `RowBlocks`.
 */
export async function* xlsxBlocks(
  content: UploadContent,
  { limits, sheet, sheetChoice, tempDirectory }: XlsxOptions,
  listener: WorkbookListener,
): AsyncGenerator<TableBlock> {
  let file: TempFile | undefined;
  try {
    content.throwIfAborted();
    file = await TempFile.create(tempDirectory);
    await spoolWorkbook(content, file);
    const parts = await ZipParts.open(file, limits);
    const workbook = await readWorkbook(parts);
    const { visibleSheets } = workbook;
    listener.onWorkbook(visibleSheets.map(({ name }) => name));
    const named = sheet === undefined ? undefined : await namedSheet(visibleSheets, sheet);
    const context = await readContext(file, parts, workbook, limits, content);
    const blocksOf = ({ name, part }: Sheet): SheetBlocks => {
      // Reading the next sheet instead would be a guess.
      if (part === undefined) throw malformedWorkbook(`does not say where its sheet ${name} is`);
      const blocks = new RowBlocks({ ...limits, maxTableChars: parts.maxRowsChars(part) });
      return { blocks, read: sheetBlocks(untilAborted(parts.xml(part), content), blocks, context) };
    };
    const isOpen = named === undefined && sheetChoice !== undefined && visibleSheets.length > 1;
    const wanted = isOpen
      ? await wantedSheet(visibleSheets, sheetChoice, (one) => blocksOf(one).read)
      : undefined;
    content.throwIfAborted();
    if (wanted?.passed) listener.onPassed(wanted.sheet.name);
    const only = named ?? wanted?.sheet;
    const candidates = only === undefined ? visibleSheets : [only];
    for (const [index, candidate] of candidates.entries()) {
      if (index > MAX_EMPTY_SHEETS)
        throw malformedWorkbook(`begins with more than ${MAX_EMPTY_SHEETS} empty sheets`);
      listener.onSheet(candidate.name);
      const { blocks, read } = blocksOf(candidate);
      yield* read;
      if (blocks.count > 0) return;
    }
  } finally {
    await content.close();
    await file?.close();
  }
}

/** The blocks of a sheet, and the builder that gathers them. */
interface SheetBlocks {
  readonly blocks: RowBlocks;
  readonly read: AsyncGenerator<TableBlock>;
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
      if (full.length > 0) await setImmediate();
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
