import { openLinesTable } from '../../tables/open-table.js';
import { affordable } from './affordable.js';
import { readFile } from './read-file.js';
import { RowBlockWriter } from './row-block-writer.js';
import { taskContents } from './task-contents.js';
import type { ReadUpload } from './upload-parts.js';
import { fileNameOf } from './upload-request.js';

/** Reads a file in the thread of the caller. */
export const readUpload: ReadUpload = async (upload, parts) => {
  const { chunkSize, fileName, limits, maxCredits, reading, tempDirectory } = upload;
  const { content, onPiece, signal } = parts;
  const table = await openLinesTable(
    { fileName, content },
    {
      limits,
      tempDirectory,
      encoding: reading.encoding,
      sheet: reading.sheet,
      signal,
      ...(onPiece === undefined ? {} : { onPiece }),
    },
  );
  const file = await readFile(table, { fileName: fileNameOf(upload), reading }, upload, {
    async openSink({ found }) {
      await parts.begin();
      return new RowBlockWriter(parts, found.header.length);
    },
    assertAffordable: affordable(() => parts.availableCredits(), maxCredits),
  });
  return await taskContents(file, chunkSize);
};
