import {
  assertOptionNames,
  type BulkAnswer,
  type BulkNumberChecker,
  type CheckContext,
  type E164,
  type NumberChecker,
  type Reassigned,
} from '@dialproof/core';
import { functionOption } from '../calls/option-checks.js';
import { isRefusal } from '../upstream/upstream-failure.js';
import { AnswersByNumber, digitsOf, type Quotable } from '../upstream/upstream-reply.js';
import { answerIn, answerOf, type ReadAnswer } from './described-answer.js';
import { DescribedLookUps } from './described-look-ups.js';
import {
  type DescribedCheckerOptions,
  type DescribedReply,
  DescribedUpstream,
} from './described-upstream.js';
import { type ReadDescription, readDescription } from './description.js';
import { valueAt, wordOf } from './description-fields.js';

/** Asks a described API about one number a call. */
class DescribedSingleChecker implements NumberChecker {
  readonly #api: DescribedUpstream;
  readonly #lookUps: Pick<DescribedUpstream, 'replyAbout'>;
  readonly tellsReassigned: boolean;

  constructor(api: DescribedUpstream) {
    this.#api = api;
    this.tellsReassigned = api.description.answer.reassigned !== undefined;
    this.#lookUps = api.lookUps === undefined ? api : new DescribedLookUps(api, api.lookUps);
  }

  async check(number: E164, context: CheckContext): ReturnType<NumberChecker['check']> {
    const known = this.#api.answerWithoutCall(number, context);
    if (known !== undefined) return known;
    const reply = await this.#lookUps.replyAbout(number, context);
    const read = this.#read(reply, number);
    if ('problem' in read) throw this.#api.failure(read.problem);
    const since = this.#api.sinceOf(number, context);
    if (since === undefined) return read.answer;
    const answer = typeof read.answer === 'string' ? { status: read.answer } : read.answer;
    return { ...answer, reassigned: { since, is: this.#reassigned(reply) } };
  }

  #reassigned(reply: DescribedReply): Reassigned {
    const { reassigned } = this.#api.description.answer;
    if (reassigned === undefined || !reply.isSuccess) return 'unknown';
    const word = wordOf(valueAt(this.#api.bodyOf(reply), reassigned.path)) ?? '';
    return (Object.hasOwn(reassigned.values, word) ? reassigned.values[word] : undefined) ?? 'unknown';
  }

  /** If the answer names a number, it must be this one. */
  #read(reply: DescribedReply, number: E164): ReadAnswer {
    const { answer: rules, name: source } = this.#api.description;
    const { answer } = reply;
    if (answer !== undefined && !isRefusal(answer.means)) {
      const reason = reply.quotable(answer.word ?? `HTTP ${reply.status}`);
      return answerOf(answer.means, { found: `HTTP ${reply.status}`, source, reason });
    }
    const body = this.#api.bodyOf(reply);
    if (rules.number !== undefined && digitsOf(valueAt(body, rules.number)) !== number.slice(1))
      return { problem: 'answered about another number' };
    return answerIn(body, this.#api.description, reply.quotable);
  }
}

/** Asks a described API about many numbers a call. */
class DescribedBulkChecker implements BulkNumberChecker {
  readonly #api: DescribedUpstream;
  readonly #bulk: Bulk;
  readonly #onFailedEntry: DescribedCheckerOptions['onFailedEntry'];
  /** It stays small: a problem names a value or a path of the description. */
  readonly #reportedProblems = new Set<string>();

  constructor(api: DescribedUpstream, bulk: Bulk, { onFailedEntry }: DescribedCheckerOptions) {
    this.#api = api;
    this.#bulk = bulk;
    this.#onFailedEntry = functionOption('onFailedEntry', onFailedEntry);
  }

  get maxNumbers(): number {
    return this.#bulk.maxNumbers;
  }

  async checkMany(
    numbers: readonly E164[],
    context: CheckContext,
  ): ReturnType<BulkNumberChecker['checkMany']> {
    const { coverage } = this.#api;
    const asked = numbers.filter((number) => coverage?.answerWithoutCall(number) === undefined);
    const answers = asked.length === 0 ? [] : await this.#answersAbout(asked, context);
    const byNumber = new Map(asked.map((number, index) => [number, answers[index]]));
    return numbers.map(
      (number) => byNumber.get(number) ?? coverage?.answerWithoutCall(number) ?? 'check_failed',
    );
  }

  async #answersAbout(numbers: readonly E164[], context: CheckContext): Promise<readonly BulkAnswer[]> {
    const reply = await this.#api.replyAboutMany([...new Set(numbers)], context);
    const entries = valueAt(this.#api.bodyOf(reply), this.#bulk.entries);
    const read = answersInEntries(entries, this.#bulk, this.#api.description, reply.quotable);
    if (read === undefined)
      throw this.#api.failure('answered without the entries that the description names');
    const [problem] = read.problems;
    if (!read.hasAnswers && problem !== undefined) throw this.#api.failure(problem);
    for (const one of read.problems) this.#report(one);
    return read.answers.inOrderOf(numbers);
  }

  #report(problem: string): void {
    if (this.#reportedProblems.has(problem)) return;
    this.#reportedProblems.add(problem);
    try {
      this.#onFailedEntry?.(problem);
    } catch {
      // `onFailedEntry` is code of the host. Its error must not lose the answers.
    }
  }
}

type Bulk = NonNullable<ReadDescription['bulk']>;

interface ReadEntries {
  readonly answers: AnswersByNumber;
  /** Whether any entry is an answer. */
  readonly hasAnswers: boolean;
  /** The problem of unreadable entries, in words that follow the upstream's name. */
  readonly problems: ReadonlySet<string>;
}

/** Reads the entries of a bulk answer: a list, where each names its number, or an object by number. Undefined for anything else. */
function answersInEntries(
  entries: unknown,
  { number }: Bulk,
  description: ReadDescription,
  quotable: Quotable,
): ReadEntries | undefined {
  if (typeof entries !== 'object' || entries === null || Array.isArray(entries) !== (number !== undefined))
    return undefined;
  const answers = new AnswersByNumber();
  const problems = new Set<string>();
  let hasAnswers = false;
  for (const [key, entry] of Object.entries(entries)) {
    const read = answerIn(entry, description, quotable);
    if ('answer' in read) hasAnswers = true;
    else problems.add(read.problem);
    answers.add(
      number === undefined ? key : valueAt(entry, number),
      'answer' in read ? read.answer : undefined,
    );
  }
  return { answers, hasAnswers, problems };
}

/**
 * Asks any HTTP API by a description in JSON: one number a call, or many if the description has `bulk`. The description maps the
 * values in the API's answers to statuses. A value that it does not list is a failed check.
 *
 * Throws TypeError for a description that is wrong; the message names each field. See `docs/http-checker.md` for every field and an example
 * of each style of API.
 */
export function describedChecker(
  description: unknown,
  options: DescribedCheckerOptions = {},
): NumberChecker | BulkNumberChecker {
  assertOptionNames('describedChecker', options, { fetch: true, onFailedEntry: true, secrets: true });
  const read = readDescription(description);
  const api = new DescribedUpstream(read, options);
  return read.bulk === undefined
    ? new DescribedSingleChecker(api)
    : new DescribedBulkChecker(api, read.bulk, options);
}
