import { constants } from 'node:os';
import { triedChecker } from '@dialproof/checkers/settings';
import {
  accountId,
  createVerificationService,
  InProcessTaskQueue,
  isBulkNumberChecker,
  MemoryCreditLedger,
  MemoryTaskStore,
  type Task,
} from '@dialproof/core';
import { HELP, readCommandLine, type VerifyCommand } from './command-line.js';
import { costLines } from './cost-lines.js';
import { assertKnownSettings } from './environment.js';
import { EXIT_CODES, ScriptFailure } from './failure.js';
import { progressOn } from './progress.js';
import { openResultFile, standardOutput } from './result-file.js';
import { summaryOf } from './summary.js';
import { assertReadable, verifyFile } from './verify-file.js';

/** Nobody pays here, but every number costs a credit: the script gives itself enough for the largest file. */
const ME = accountId('this-script');
const MAX_ROWS = 100_000;
const CHECK_CONCURRENCY = 100;

/** Everything for people goes here, so that the standard output can carry a result. */
function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

async function verify(command: VerifyCommand, signal: AbortSignal): Promise<void> {
  const { file, out, force, reading, columns } = command;
  assertKnownSettings(process.env);
  await assertReadable(file);
  const result = out === '-' ? standardOutput : await openResultFile(out, { force });

  const checking = await triedChecker({
    names: process.env['DIALPROOF_CHECKER'] || 'sandbox', // which makes its answers up
    settings: process.env,
    onFailedEntry: (problem) => say(`http: ${problem}`),
    onLinkFailure: ({ error, name }) => say(`${name}: ${error}`),
    refusal: (sentences) => new ScriptFailure(EXIT_CODES.usage, sentences),
  });
  const ledger = new MemoryCreditLedger();
  await ledger.grant(ME, MAX_ROWS);
  const service = createVerificationService({
    ledger,
    store: new MemoryTaskStore(),
    checker: checking.checker,
    maxCallsPerSecond: checking.maxCallsPerSecond,
    checkConcurrency: Math.min(CHECK_CONCURRENCY, checking.checkConcurrency),
    queue: new InProcessTaskQueue(),
    maxRows: MAX_ROWS,
    // By so many numbers the progress grows. A bulk call has at most a chunk, and the default is as large as calls are.
    ...(isBulkNumberChecker(checking.checker) ? {} : { chunkSize: 50 }),
    outageTimeoutMs: 300_000, // somebody is waiting in front of this
    onError: ({ message }) => say(message), // kind, count and cause in one line
  });
  const progress = progressOn(process.stderr);
  try {
    await service.start({ soleProcess: true });
    say(`Reading ${file}`);
    const onProgress = progress.show;
    const onPartial = ({ processed, total }: Task, name: string) => {
      progress.stop();
      say(`Wrote the partial result to ${name}: ${processed} of ${total} rows.`);
    };
    const request = { accountId: ME, file, reading, columns, onProgress, onPartial, signal };
    const task = await verifyFile(service, request, result);
    progress.stop();
    for (const line of summaryOf(task, checking.names)) say(line);
  } finally {
    progress.stop();
    await service.close();
    await result.discard();
    // However it ended, the calls are paid for.
    for (const line of costLines(checking)) say(line);
  }
  if (out !== '-') say(`Wrote ${out}`);
}

async function main(): Promise<void> {
  // When the pipe or the terminal is closed, only the messages end, not the work.
  process.stderr.on('error', () => {});
  const interrupt = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    // Shells add 128 to the number of the signal that a program ended by.
    const failure = new ScriptFailure(
      128 + constants.signals[name],
      'Stopped before the result was complete.',
    );
    process.on(name, () => interrupt.abort(failure));
  }
  try {
    const command = readCommandLine(process.argv.slice(2));
    if (command === undefined) console.log(HELP);
    else await verify(command, interrupt.signal);
  } catch (error) {
    // An interrupted step ends with an error of its own: the interrupt is what counts.
    const cause: unknown = interrupt.signal.aborted ? interrupt.signal.reason : error;
    if (!(cause instanceof ScriptFailure)) throw cause;
    say(cause.message);
    process.exitCode = cause.exitCode;
  }
}

main();
