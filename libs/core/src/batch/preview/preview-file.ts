import type { IntakeSettings } from '../batch-settings.js';
import type { UploadLine } from '../intake/upload-line.js';
import { fileReadingOf, type UploadRequest } from '../intake/upload-request.js';
import { inUploadTurn, refusal } from '../intake/upload-turn.js';
import type { FilePreview } from './file-preview.js';
import type { ReadPreview } from './read-preview.js';

export interface PreviewSettings
  extends Pick<IntakeSettings, 'ledger' | 'maxRows' | 'tableLimits' | 'tempDirectory'> {
  /** Reads a file that is previewed, in this thread or in another one. */
  readonly readPreview: ReadPreview;
}

/** Reads a file as a submit does, in its turn among the uploads, and stores and holds nothing. */
export async function previewFile(
  settings: PreviewSettings,
  request: UploadRequest,
  line: UploadLine,
  closing: AbortSignal,
): Promise<FilePreview> {
  const { ledger, maxRows, readPreview, tableLimits: limits, tempDirectory } = settings;
  const { accountId, fileName } = request;
  return await inUploadTurn({ line, closing }, request, {
    // The price is what somebody without credits wants to know.
    admit: async () => undefined,
    async read({ content, ended: { signal } }) {
      try {
        const previewed = await readPreview(
          { fileName, reading: fileReadingOf(request), limits, tempDirectory, maxRows },
          { content, onPiece: undefined, signal },
        );
        return { ...previewed, balance: await ledger.balance(accountId) };
      } catch (error) {
        throw refusal(error, signal);
      }
    },
  });
}
