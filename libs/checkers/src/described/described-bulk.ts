import type { BulkAnswer, BulkNumberChecker, CheckContext, E164 } from '@dialproof/core';
import { functionOption } from '../calls/option-checks.js';
import { AnswersByNumber } from '../upstream/answers-by-number.js';
import type { Quotable } from '../upstream/quotable.js';
import type { DescribedCheckerOptions, DescribedUpstream } from './calls/described-upstream.js';
import { answerIn } from './described-answer.js';
import type { ReadDescription } from './description.js';
import { valueAt } from './json-path.js';

/** Asks a described API about many numbers a call. */
export class DescribedBulkChecker implements BulkNumberChecker {
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
