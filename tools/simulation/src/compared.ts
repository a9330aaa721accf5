import { isDeepStrictEqual } from 'node:util';
import type { Facts } from './facts.js';
import type { Story } from './story.js';
import type { Ending, Outside } from './story-run.js';
import type { Question } from './world/upstream.js';

/** The differences that a crash or a failing statement may cause. */
export interface Tolerance {
  /** What clients and upstream knew at that moment. */
  readonly outside: Outside;
  /** Answers that came less than this long before that moment may be lost. Their numbers may be asked about again. */
  readonly lostMs: number;
  /** How much later the story may end. */
  readonly mostLateMs: number;
  /** How many charges there may be more or less. A charge more may be for another answer. Default 0. */
  readonly apart?: number;
  /** Whether the kept answer of a single check may be lost, and with it the only number in the database. Default false. */
  readonly losesAnswer?: boolean;
}

/** Compares the ends of two runs of a story. Returns a sentence for each difference beyond the tolerance. */
export function differences(
  story: Story,
  unharmed: Ending,
  harmed: Ending,
  { apart = 0, losesAnswer = false, lostMs, mostLateMs, outside }: Tolerance,
): string[] {
  const lost = lostRequests(story, outside) + apart;
  const late = harmed.toldMs - unharmed.toldMs;
  return [
    ...differentFacts(unharmed.facts, harmed.facts, { most: lost, least: -apart, losesAnswer }),
    ...paidTooOften(unharmed.questions, harmed.questions, {
      before: outside.questions,
      safeUntil: outside.elapsedMs - lostMs,
      lost,
    }),
    ...(late > mostLateMs ? [`the story ends ${Math.round(late / 1_000)} seconds later`] : []),
  ];
}

/**
 * The number of requests without a key whose reply may have been lost after they were charged. Their repeat is charged again, since it
 * cannot be recognised.
 */
function lostRequests({ withoutKey = [] }: Story, { heard }: Outside): number {
  return withoutKey.some((step) => !heard.has(step)) ? 1 : 0;
}

/** Charges may be from `least` to `most` more than in the unharmed run. */
function differentFacts(
  unharmed: Facts,
  facts: Facts,
  {
    least,
    losesAnswer,
    most,
  }: { readonly least: number; readonly losesAnswer: boolean; readonly most: number },
): string[] {
  // `Object.keys` is typed as string[], but `unharmed` has exactly the keys of Facts.
  const names = Object.keys(unharmed) as (keyof Facts)[];
  return names.flatMap((name) => {
    if (isDeepStrictEqual(unharmed[name], facts[name])) return [];
    const more = unharmed.available - facts.available;
    const isTolerated = more !== 0 && more >= least && more <= most;
    if (isTolerated && (name === 'available' || name === 'statement')) return [];
    if (losesAnswer && name === 'showsNumbers' && !facts.showsNumbers) return [];
    return [`${name}: ${JSON.stringify(facts[name])} instead of ${JSON.stringify(unharmed[name])}`];
  });
}

/**
 * Finds numbers that were paid for more often than in the unharmed run. Answers that came too late to be recorded may be paid for twice.
 */
function paidTooOften(
  unharmed: readonly Question[],
  harmed: readonly Question[],
  {
    before,
    lost,
    safeUntil,
  }: { readonly before: readonly Question[]; readonly lost: number; readonly safeUntil: number },
): string[] {
  const answers = (questions: readonly Question[], number: string, from = 0) =>
    questions.filter((asked) => asked.number === number && (asked.answeredAt ?? -1) >= from).length;
  const numbers = [...new Set(harmed.map(({ number }) => number))];
  return numbers.flatMap((number) => {
    const most = answers(unharmed, number) + answers(before, number, Math.max(0, safeUntil)) + lost;
    const paid = answers(harmed, number);
    return paid > most ? [`${number} was answered ${paid} times instead of ${most}`] : [];
  });
}
