import { createInterface, type Interface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { CommandFailure, EXIT_CODES, wrongCommandLine } from '../failures/failure.js';
import type { Host } from '../host.js';

/** Asks a person a question, and resolves to the answer without blanks around it. */
export async function ask({ stdin, stderr, signal }: Host, question: string): Promise<string> {
  const reader = createInterface({ input: stdin, output: stderr, terminal: false });
  try {
    stderr.write(question);
    return await answerOf(reader, signal);
  } finally {
    reader.close();
  }
}

/** Asks for a secret, without showing it. */
export async function askHidden({ stdin, stderr, signal }: Host, question: string): Promise<string> {
  const nowhere = new Writable({ write: (_piece, _encoding, done) => done() });
  // With `terminal`, the reader itself echoes typed text, to its own output, which goes nowhere, and the terminal does not echo.
  const reader = createInterface({ input: stdin, output: nowhere, terminal: true });
  try {
    stderr.write(question);
    // In this mode Ctrl+C is a key like others, which the reader reports.
    reader.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
    return await answerOf(reader, signal);
  } finally {
    reader.close();
    stderr.write('\n');
  }
}

async function answerOf(reader: Interface, signal: AbortSignal): Promise<string> {
  // An input that has ended, by Ctrl+D for instance, answers nothing.
  const closed = new Promise<string>((resolve) => reader.once('close', () => resolve('')));
  return (await Promise.race([reader.question('', { signal }), closed])).trim();
}

/** Whether the answer is yes. Enter alone means no. */
export async function confirm(host: Host, question: string): Promise<boolean> {
  return /^y(?:es)?$/i.test(await ask(host, `${question} [y/N] `));
}

/** Throws a `CommandFailure` that ends with `declined`, unless a person says yes to the question, or `--yes` has said so. */
export async function assertConfirmed(
  host: Host,
  { yes }: { readonly yes?: true },
  { question, declined }: { readonly question: string; readonly declined: string },
): Promise<void> {
  if (yes) return;
  if (host.stdin.isTTY !== true) throw wrongCommandLine('Cannot prompt without a terminal: add --yes.');
  if (!(await confirm(host, question))) throw new CommandFailure(EXIT_CODES.declined, declined);
}
