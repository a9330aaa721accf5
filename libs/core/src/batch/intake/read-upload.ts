import { openLinesTable } from '../../tables/open-table.js';
import { type IntakeSteps, type ReadFile, type RowSink, readFile } from './read-file.js';
import { holdsPhones, sampleRows } from './table-start.js';
import type { UploadParts, UploadToRead } from './upload-parts.js';
import { fileNameOf } from './upload-request.js';

/** Reads the file of a submit or a preview to its end, in the thread of the caller. */
export async function readUpload<Sink extends RowSink>(
  upload: UploadToRead,
  { content, onPiece, signal }: UploadParts,
  steps: IntakeSteps<Sink>,
): Promise<ReadFile<Sink>> {
  const { fileName, limits, reading, tempDirectory } = upload;
  const table = await openLinesTable(
    { fileName, content },
    {
      limits,
      tempDirectory,
      encoding: reading.encoding,
      sheet: reading.sheet,
      sheetChoice: {
        rows: sampleRows(reading),
        isWanted: (first) => holdsPhones(first, reading),
      },
      signal,
      ...(onPiece === undefined ? {} : { onPiece }),
    },
  );
  return await readFile(table, { fileName: fileNameOf(upload), reading }, upload, steps);
}
