import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { type ImportOptions, type ImportSummary, importObservations } from '@dialproof/checkers/evidence';
import { isDialproofError, type ObservationStore } from '@dialproof/core';
import { counted } from '../command-line/operator-command.js';
import { StartRefusal } from '../settings/start-refusal.js';

export interface ImportRequest {
  readonly file: string;
  readonly options: ImportOptions;
  readonly signal: AbortSignal;
  /** Called with the share of the file that was read, from 0 to 1, and the number of rows. */
  readonly onProgress: (share: number, rows: number) => void;
}

/** Imports a file and resolves to the lines to print. Rejects with StartRefusal, in a sentence. */
export async function importEvidence(
  observations: ObservationStore,
  { file, onProgress, options, signal }: ImportRequest,
): Promise<readonly string[]> {
  const { size } = await stat(file).catch((error) => {
    throw unreadable(file, error);
  });
  let bytes = 0;
  async function* content(): AsyncGenerator<Uint8Array> {
    for await (const piece of createReadStream(file)) {
      bytes += piece.length;
      yield piece;
    }
  }
  try {
    const summary = await importObservations(content(), observations, {
      ...options,
      signal,
      onProgress: ({ recorded, skipped }) => onProgress(bytes / Math.max(1, size), recorded + skipped),
    });
    return summaryLines(summary);
  } catch (error) {
    throw signal.aborted ? signal.reason : refusalOf(file, error);
  }
}

function summaryLines({ reasons, recorded, skipped }: ImportSummary): string[] {
  const lines = [`${counted(recorded, 'row')} recorded, ${counted(skipped, 'row')} left out.`];
  for (const [reason, { count, examples }] of Object.entries(reasons)) {
    if (count === 0) continue;
    lines.push('', `${reason}: ${counted(count, 'row')}`);
    for (const { hint, row } of examples) lines.push(`  row ${row}: ${hint}`);
    if (count > examples.length) lines.push(`  and ${(count - examples.length).toLocaleString('en')} more`);
  }
  return lines;
}

function refusalOf(file: string, error: unknown): unknown {
  if (!isDialproofError(error) || error.code === 'storage_unavailable') return error;
  if (error.code === 'upload_interrupted') return unreadable(file, error.cause);
  const why = error.hint === undefined ? error.code : `${error.code}, ${error.hint}`;
  return new StartRefusal(`${file} cannot be imported: ${why}.`);
}

function unreadable(file: string, error: unknown): StartRefusal {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  return new StartRefusal(
    code === 'ENOENT' ? `There is no file ${file}.` : `${file} cannot be read (${code}).`,
  );
}
