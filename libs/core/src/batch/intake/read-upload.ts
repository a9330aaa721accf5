import type { FileReading } from '../../model/file-reading.js';
import { openTable, type TableOptions, type TableUpload } from '../../tables/open-table.js';
import { type IntakeSteps, type ReadFile, type RowSink, readFile } from './read-file.js';
import { holdsPhones, sampleRows } from './table-start.js';
import { fileNameOf } from './upload-request.js';

/** A file to be read, with the settings for reading it. */
export interface UploadToRead
  extends TableUpload,
    Pick<TableOptions, 'limits' | 'onPiece' | 'signal' | 'tempDirectory'> {
  readonly reading: FileReading;
  readonly maxRows: number;
}

/** Reads the whole file of a submit or a preview. */
export async function readUpload<Sink extends RowSink>(
  { content, fileName, maxRows, reading, ...options }: UploadToRead,
  steps: IntakeSteps<Sink>,
): Promise<ReadFile<Sink>> {
  const table = await openTable(
    { fileName, content },
    {
      ...options,
      encoding: reading.encoding,
      sheet: reading.sheet,
      sheetChoice: {
        rows: sampleRows(reading),
        isWanted: (first) => holdsPhones(first, reading),
      },
    },
  );
  return await readFile(table, { fileName: fileNameOf({ fileName }), reading }, { maxRows }, steps);
}
