import { createInterface } from 'node:readline';
import { isDialproofError } from '../../dialproof-error.js';
import { type Finding, findingIn } from '../../shapes/finding.js';
import type { Verification } from '../../shapes/verification.js';
import { type ReadCommand, wrongCommandLine } from '../command-line/read-arguments.js';
import { EXIT_CODES } from '../failure.js';
import type { Host } from '../host.js';
import { sentenceOf } from '../refused.js';
import { type Verifier, withVerifier } from '../settings/with-verifier.js';
import { STATUS_STYLES } from '../terminal/status-styles.js';
import { paintOn, printable } from '../terminal/style.js';
import { writeJson, writeLine } from './output.js';

/** The number of numbers that are checked at once. Answers keep the order of the numbers. */
const AT_ONCE = 10;

/** `dialproof verify`: a line for each number. Refused numbers are reported, and the others continue. */
export async function verifyCommand(command: ReadCommand, host: Host): Promise<number> {
  if (command.operands.length === 0) {
    throw wrongCommandLine('Name a number to verify, or - to read them from the standard input.');
  }
  return withVerifier(command, host, async (verifier) => {
    if (verifier.local !== undefined) host.stderr.write(`Verified by ${verifier.local.verifiedBy}.\n`);
    return verifyNumbers(verifier, command, host);
  });
}

async function verifyNumbers(verifier: Verifier, command: ReadCommand, host: Host): Promise<number> {
  const isJson = command.has('json');
  let exitCode: number = EXIT_CODES.done;
  for await (const { phone, answer } of inOrder(numbersOf(command, host), (phone) =>
    ask(verifier, phone, host),
  )) {
    if (isRefusal(answer)) {
      exitCode = EXIT_CODES.refused;
      host.stderr.write(`${printable(phone)}: ${answer.refused}\n`);
      if (isJson) await writeJson(host, { input: phone, error: answer.code });
    } else if (isJson) await writeJson(host, answer);
    else await writeLine(host.stdout, lineOf(answer, host));
  }
  return exitCode;
}

interface Refusal {
  readonly refused: string;
  readonly code: string;
}

function isRefusal(answer: Verification | Refusal): answer is Refusal {
  return 'refused' in answer;
}

async function* numbersOf({ operands }: ReadCommand, { signal, stdin }: Host): AsyncGenerator<string> {
  for (const operand of operands) {
    if (operand !== '-') yield operand;
    else {
      for await (const line of createInterface({ input: stdin, terminal: false, signal })) {
        if (line.trim() !== '') yield line.trim();
      }
      // It ends the lines as their end does.
      signal.throwIfAborted();
    }
  }
}

/** Only the number itself may be refused: everything else would happen to the next one too. */
async function ask(
  { client, local }: Verifier,
  phone: string,
  { signal }: Host,
): Promise<Verification | Refusal> {
  signal.throwIfAborted();
  try {
    // Without a server, only this program keeps an answer that is paid for.
    return await client.verify(phone, { signal: local === undefined ? signal : undefined });
  } catch (error) {
    if (!isDialproofError(error, 'invalid_phone')) throw error;
    return { refused: sentenceOf(error), code: error.code };
  }
}

/**
 * Checks several numbers at once, and yields the answers in the order of the numbers. After a failure it checks no more; it yields the
 * answers of running checks, which are paid for, and then throws the failure.
 */
async function* inOrder<Answer>(
  phones: AsyncIterable<string>,
  asking: (phone: string) => Promise<Answer>,
): AsyncGenerator<{ readonly phone: string; readonly answer: Answer }> {
  const asked: { readonly phone: string; readonly outcome: Promise<PromiseSettledResult<Answer>> }[] = [];
  const failures: unknown[] = [];
  const next = async () => {
    const first = asked.shift();
    const outcome = await first?.outcome;
    if (outcome?.status === 'rejected') failures.push(outcome.reason);
    return first === undefined || outcome?.status !== 'fulfilled'
      ? []
      : [{ phone: first.phone, answer: outcome.value }];
  };
  try {
    for await (const phone of phones) {
      asked.push({ phone, outcome: settled(asking(phone)) });
      if (asked.length >= AT_ONCE) yield* await next();
      if (failures.length > 0) break;
    }
  } catch (error) {
    failures.push(error);
  }
  while (asked.length > 0) yield* await next();
  if (failures.length > 0) throw failures[0];
}

async function settled<Answer>(answer: Promise<Answer>): Promise<PromiseSettledResult<Answer>> {
  const [outcome] = await Promise.allSettled([answer]);
  return outcome;
}

function lineOf({ phone, status, source, reason }: Verification, { env, stdout }: Host): string {
  const paint = paintOn(stdout, env);
  const finding = status === 'unknown' ? findingIn(reason) : undefined;
  const more = [source, reason, finding && FOUND[finding]].filter((text) => text !== undefined);
  return [phone, paint(STATUS_STYLES[status], status), ...more.map(printable)].join('\t');
}

/** What is known of a number although its status is `unknown`. */
const FOUND: Readonly<Partial<Record<Finding, string>>> = {
  line_live: 'the line is in service; no app was asked',
  line_unclear: 'the checker could not find out',
  app_absent: 'not on the app that was asked; its line is not known',
};
