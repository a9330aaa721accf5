import {
  accountId,
  createVerificationService,
  type ErrorCode,
  isDialproofError,
  isVerificationStatus,
  MemoryCreditLedger,
  MemoryTaskStore,
  type Row,
  type VerificationService,
} from '@dialproof/core';
import Papa from 'papaparse';
import type { FuzzUpload } from '../files/fuzz-input.js';

/** The outcome of an upload. */
export type UploadOutcome =
  | {
      readonly kind: 'accepted';
      /** Rows of the downloaded result, the header first, without the column of the statuses. */
      readonly result: readonly Row[];
      /** Data rows, as the task says. */
      readonly total: number;
      /** The encoding in which a .csv was read. */
      readonly encoding: string | null;
      /** How many rows of the result stand above its header. */
      readonly skipped: number;
    }
  | { readonly kind: 'refused'; readonly code: ErrorCode; readonly hint: string | undefined };

const ACCOUNT = accountId('fuzz');

/** Uploads a file, does the work and downloads the result. Rejects for a wrong result, and with every error that is no refusal. */
export async function uploadOutcome(upload: FuzzUpload): Promise<UploadOutcome> {
  const ledger = new MemoryCreditLedger();
  await ledger.grant(ACCOUNT, 1_000_000);
  const unseen: unknown[] = [];
  const service = createVerificationService({
    ledger,
    store: new MemoryTaskStore(),
    checker: { check: async () => 'unknown' },
    queue: null,
    onError: (error) => unseen.push(error),
  });
  const outcome = await resultOf(service, upload).catch((error: unknown) => {
    if (isDialproofError(error)) return { kind: 'refused', code: error.code, hint: error.hint } as const;
    throw error;
  });
  await service.close();
  if (unseen.length > 0) throw new AggregateError(unseen, 'something failed that no caller sees');
  return outcome;
}

async function resultOf(service: VerificationService, upload: FuzzUpload): Promise<UploadOutcome> {
  const { fileName } = upload;
  const { taskId, total, file } = await service.submit({
    accountId: ACCOUNT,
    fileName,
    content: piecesOf(upload),
  });
  while ((await service.work()).did === 'work');
  const { content } = await service.results({ accountId: ACCOUNT, taskId });
  const pieces: Uint8Array[] = [];
  for await (const piece of content) pieces.push(piece);
  const { rows, skipped } = rowsOf(Buffer.concat(pieces).toString());
  const isTold = file.notes.some(({ code }) => code === 'lines_skipped');
  if (isTold !== skipped > 0)
    throw new Error(`${skipped} rows above the header, of which the task says ${isTold}`);
  return { kind: 'accepted', result: rows, total, encoding: file.encoding, skipped };
}

/** The pieces of an upload. The memory of a piece is overwritten when the next one is requested, as senders may do. */
export async function* piecesOf({ bytes, firstBytes, pieceBytes }: FuzzUpload): AsyncGenerator<Uint8Array> {
  let end = firstBytes;
  for (let start = 0; start < bytes.length; start = end, end = start + pieceBytes) {
    const piece = Buffer.from(bytes.subarray(start, end));
    yield piece;
    piece.fill('"');
  }
}

/** The rows of a result, those above its header as they are, the others without their status. */
function rowsOf(result: string): { readonly rows: Row[]; readonly skipped: number } {
  if (!result.endsWith('\n')) throw new Error('the result does not end with a line end');
  const { data, errors } = Papa.parse<string[]>(result.slice(0, -1), { delimiter: ',', newline: '\n' });
  if (errors.length > 0) throw new Error(`the result is no CSV: ${JSON.stringify(errors)}`);
  const skipped = data.findIndex((row) => row.at(-1) === 'verification_status');
  const width = data[skipped]?.length;
  const rows = data.map((row, index) => {
    if (index < skipped) return row;
    const isRight = index === skipped || isVerificationStatus(row.at(-1));
    if (!isRight || row.length !== width)
      throw new Error(`row ${index} of the result is ${JSON.stringify(row)}`);
    return row.slice(0, -1);
  });
  if (skipped === -1) throw new Error('the result has no header');
  return { rows, skipped };
}
