import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { constants } from 'node:os';
import type { WriteStream } from 'node:tty';
import { type ImportOptions, type ImportSummary, importObservations } from '@dialproof/checkers/evidence';
import { type Clock, isDialproofError, type ObservationStore, systemClock } from '@dialproof/core';
import type { RecordAction } from '../audit/open-audit-log.js';
import { counted, type OperatorCommand, Stopped, withStorage } from '../command-line/operator-command.js';
import { StartRefusal } from '../settings/setting-variable.js';
import { type EvidenceCommand, evidenceHelp, readEvidenceCommand } from './evidence-command.js';

type Action = Exclude<EvidenceCommand, { readonly name: 'help' }>;

export const evidenceCommand: OperatorCommand = {
  name: 'evidence',
  help: (commandLine) => evidenceHelp((args) => commandLine('evidence', args)),
  async run(args, path) {
    const command = readEvidenceCommand(args);
    if (command.name === 'help') return undefined;
    const action = command.name === 'import' ? { ...command, file: path(command.file) } : command;
    return withStorage(({ observations }, record) => doEvidenceCommand(observations, action, record));
  },
};

async function doEvidenceCommand(
  observations: ObservationStore,
  command: Action,
  record: RecordAction,
): Promise<readonly string[]> {
  switch (command.name) {
    case 'import':
      return importShowing(observations, command);
    case 'forget':
      await observations.forget(command.number);
      record({ event: 'evidence.forgotten' });
      return ['This number is forgotten. It is recorded again if it is seen again.'];
    case 'expire': {
      const removed = await expireEvidence(observations, command.days);
      record({ event: 'evidence.expired', observations: removed });
      return [`${counted(removed, 'observation')} removed.`];
    }
    default:
      return command satisfies never;
  }
}

async function importShowing(
  observations: ObservationStore,
  { file, options }: Action & { readonly name: 'import' },
): Promise<readonly string[]> {
  const progress = importProgress(process.stderr);
  const request = { file, options, signal: stopSignal(), onProgress: progress.show };
  try {
    return await importEvidence(observations, request);
  } finally {
    progress.stop();
  }
}

/** Aborted on Ctrl+C and SIGTERM. */
function stopSignal(): AbortSignal {
  const stop = new AbortController();
  const sentence = 'Stopped. What was recorded stays: import the file again for the rest.';
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.once(name, () => stop.abort(new Stopped(constants.signals[name], sentence)));
  }
  return stop.signal;
}

const DAY_MS = 86_400_000;

/** The number of rows in one removal, so that a running server can write in between. */
const AT_ONCE = 10_000;

/** Removes observations older than this many days, and resolves to their number. */
export async function expireEvidence(
  observations: Pick<ObservationStore, 'expire'>,
  days: number,
  clock: Pick<Clock, 'now'> = systemClock,
): Promise<number> {
  const before = clock.now() - days * DAY_MS;
  let removed = 0;
  for (;;) {
    const count = await observations.expire({ before, limit: AT_ONCE });
    removed += count;
    if (count < AT_ONCE) return removed;
  }
}

/** The output of progress: a terminal, or a stream of lines. */
type ProgressStream = Pick<WriteStream, 'write' | 'isTTY'>;

interface ImportProgress {
  readonly show: (share: number, rows: number) => void;
  /** Ends the line of a terminal. */
  readonly stop: () => void;
}

/** Prints the progress of an import: a terminal gets one line that is rewritten, any other stream a line for each tenth of the file. */
export function importProgress(stream: ProgressStream): ImportProgress {
  let tenths = 0;
  let isOpen = false;
  return {
    show(share, rows) {
      const text = `${Math.floor(share * 100)}% | ${counted(rows, 'row')}`;
      if (stream.isTTY) {
        isOpen = true;
        stream.write(`\r${text}`);
      } else if (Math.floor(share * 10) > tenths) {
        tenths = Math.floor(share * 10);
        stream.write(`${text}\n`);
      }
    },
    stop() {
      if (isOpen) stream.write('\n');
      isOpen = false;
    },
  };
}

interface ImportRequest {
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
