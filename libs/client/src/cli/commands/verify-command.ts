import { createInterface } from 'node:readline';
import type { Verification } from '../../api/api.js';
import { type Finding, findingIn } from '../../api/finding.js';
import { isDialproofError } from '../../dialproof-error.js';
import type { ProgramCommand, ServerOptions } from '../command-line/options.js';
import { CommandFailure, EXIT_CODES } from '../failures/failure.js';
import { sentenceOf } from '../failures/refused.js';
import type { Host } from '../host.js';
import { type Verifier, withVerifier } from '../settings/with-verifier.js';
import { counted } from '../terminal/format.js';
import { warnIfSandbox } from '../terminal/notices.js';
import { paintOn, printable, STATUS_STYLES, writeJson, writeLine } from '../terminal/output.js';

/** The number of numbers that are checked at once. Answers keep the order of the numbers. */
const AT_ONCE = 10;

type VerifyOptions = ServerOptions & {
  readonly local?: true;
  readonly consentDate?: string;
  readonly freshWithin?: string;
};

/** `dialproof verify`: a line for each number. Refused numbers are reported, and the others continue. */
export function verifyCommand(program: ProgramCommand, host: Host): void {
  program
    .command('verify')
    .summary('verify numbers')
    .description('Verify numbers. - reads them from the standard input, one a line.')
    .argument('<number...>')
    .option('--consent-date <date>', 'when their owners gave consent: 2024-05-01')
    .option('--fresh-within <age>', 'take answers known since: 14d, 12h')
    .with('local', 'json', 'url')
    .addHelpText(
      'after',
      "\n  dialproof verify '+1 415 555 0100'\n  cut -f2 people.tsv | dialproof verify - > statuses.tsv",
    )
    .action((numbers: readonly string[], options: VerifyOptions) =>
      withVerifier(options, host, async (verifier) => {
        const { local } = verifier;
        if (local !== undefined) host.stderr.write(`Verified by ${local.verifiedBy}.\n`);
        await verifyNumbers(numbers, verifier, options, host);
      }),
    );
}

async function verifyNumbers(
  numbers: readonly string[],
  verifier: Verifier,
  { json, ...options }: VerifyOptions,
  host: Host,
): Promise<void> {
  let refused = 0;
  let hasWarned = false;
  const asked = inOrder(phonesOf(numbers, host), (phone) => ask(verifier, phone, options, host));
  for await (const { phone, answer } of asked) {
    if (!hasWarned) warnIfSandbox(verifier, host);
    hasWarned = true;
    if (isRefusal(answer)) {
      refused += 1;
      host.stderr.write(`${printable(phone)}: ${answer.refused}\n`);
      if (json) await writeJson(host, { input: phone, error: answer.code });
    } else if (json) await writeJson(host, answer);
    else await writeLine(host.stdout, lineOf(answer, host));
  }
  if (refused > 0)
    throw new CommandFailure(
      EXIT_CODES.refused,
      `${counted(refused, 'number was', 'numbers were')} not verified.`,
    );
}

interface Refusal {
  readonly refused: string;
  readonly code: string;
}

function isRefusal(answer: Verification | Refusal): answer is Refusal {
  return 'refused' in answer;
}

async function* phonesOf(numbers: readonly string[], { signal, stdin }: Host): AsyncGenerator<string> {
  for (const number of numbers) {
    if (number !== '-') yield number;
    else {
      for await (const line of createInterface({ input: stdin, terminal: false, signal })) {
        if (line.trim() !== '') yield line.trim();
      }
      // An interrupt ends the lines like their end.
      signal.throwIfAborted();
    }
  }
}

/** Only a refusal of the number itself is an answer: any other failure would repeat with the next number. */
async function ask(
  { client, local }: Verifier,
  phone: string,
  { consentDate, freshWithin }: VerifyOptions,
  { signal }: Host,
): Promise<Verification | Refusal> {
  signal.throwIfAborted();
  try {
    // Without a server, only this program keeps an answer that is paid for.
    const given = { consentDate, freshWithin, signal: local === undefined ? signal : undefined };
    return await client.verify(phone, given);
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

function lineOf(verification: Verification, { env, stdout }: Host): string {
  const { phone, status, source, reason, reassigned } = verification;
  const paint = paintOn(stdout, env);
  const finding = status === 'unknown' ? findingIn(reason) : undefined;
  const owner = reassigned && `reassigned: ${reassigned}`;
  const more = [owner, source, reason, finding && FOUND[finding]].filter((text) => text !== undefined);
  return [phone, paint(STATUS_STYLES[status], status), ...more.map(printable)].join('\t');
}

/** Texts for findings about numbers whose status is `unknown`. */
const FOUND: Readonly<Partial<Record<Finding, string>>> = {
  line_live: 'the line is in service; no app was asked',
  line_unclear: 'the checker could not find out',
  app_absent: 'not on the app that was asked; its line is not known',
};
