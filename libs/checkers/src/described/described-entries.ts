import { AnswersByNumber } from '../upstream/answers-by-number.js';
import type { Quotable } from '../upstream/quotable.js';
import { answerIn } from './described-answer.js';
import type { ReadDescription } from './description.js';
import { valueAt } from './json-path.js';

export type Bulk = NonNullable<ReadDescription['bulk']>;

export interface ReadEntries {
  readonly answers: AnswersByNumber;
  /** Whether any entry is an answer. */
  readonly hasAnswers: boolean;
  /** The problem of unreadable entries, in words that follow the upstream's name. */
  readonly problems: ReadonlySet<string>;
}

/** Reads the entries of a bulk answer: a list, where each names its number, or an object by number. Undefined for anything else. */
export function answersInEntries(
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
