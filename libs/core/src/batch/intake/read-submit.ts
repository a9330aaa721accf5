import { affordable } from './affordable.js';
import { readUpload } from './read-upload.js';
import { RowBlockWriter } from './row-block-writer.js';
import { taskContents } from './task-contents.js';
import type { ReadSubmit } from './upload-parts.js';

/** Reads a file that is to become a task in the thread of the caller. */
export const readSubmit: ReadSubmit = async (upload, parts) => {
  const file = await readUpload(upload, parts, {
    async openSink({ found }) {
      await parts.begin();
      return new RowBlockWriter(parts, found.header.length);
    },
    assertAffordable: affordable(() => parts.availableCredits(), upload.maxCredits),
  });
  return await taskContents(file, upload.chunkSize);
};
