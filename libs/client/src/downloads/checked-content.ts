import { DialproofError } from '../dialproof-error.js';
import type { Deadline } from '../requests/deadline.js';
import { CsvRows } from './csv-rows.js';
import { sha256 } from './sha-256.js';

/** The announcements of the server; undefined if there are none. */
export interface Expected {
  /** Without the header. */
  readonly rows: number | undefined;
  /** The SHA-256 in base64. */
  readonly digest: string | undefined;
  readonly isCsv: boolean;
}

export interface ContentParts {
  readonly deadline: Deadline;
  /** The longest time for each piece. */
  readonly timeoutMs: number;
  readonly expected: Expected;
}

/** The body of a reply, which fails at its end if it differs from the announcements. */
export function checkedContent(
  body: ReadableStream<Uint8Array> | null,
  { deadline, timeoutMs, expected }: ContentParts,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = body?.getReader();
  const sum = expected.digest === undefined ? undefined : sha256();
  const csv = expected.isCsv && expected.rows !== undefined ? new CsvRows() : undefined;
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        deadline.start(timeoutMs);
        try {
          const piece = await reader?.read();
          if (piece?.value === undefined) {
            assertWhole(expected, sum?.base64(), csv);
            controller.close();
            return;
          }
          sum?.update(piece.value);
          csv?.update(piece.value);
          // Bodies of replies are in memory of their own.
          controller.enqueue(piece.value as Uint8Array<ArrayBuffer>);
        } catch (error) {
          throw deadline.failure(error);
        } finally {
          deadline.stop();
        }
      },
      async cancel(reason) {
        await reader?.cancel(reason);
        deadline.leave();
      },
    },
    // A piece is read only when it is requested.
    { highWaterMark: 0 },
  );
}

function assertWhole(expected: Expected, digest: string | undefined, csv: CsvRows | undefined): void {
  if (digest !== expected.digest) throw damaged('its SHA-256 is not the one that was announced');
  if (csv === undefined || expected.rows === undefined) return;
  if (csv.isCutOff) throw damaged('it stops within a row');
  // The header does not count. There may be more rows: those above the header of the file come back too.
  if (csv.ended - 1 < expected.rows) {
    throw damaged(`it has ${csv.ended - 1} rows, and ${expected.rows} were announced`);
  }
}

function damaged(problem: string): DialproofError {
  return new DialproofError('download_damaged', { hint: `${problem}: download it again` });
}
