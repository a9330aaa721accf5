import { isDeepStrictEqual } from 'node:util';
import type { Facts } from './facts.js';
import type { Story } from './story.js';
import type { Ending, Outside } from './story-run.js';
import type { Question } from './world/upstream.js';

/** What a harm may change. */
export interface Tolerance {
  /** What the world knew at the moment of the harm. */
  readonly outside: Outside;
  /** Answers of the last so many milliseconds before that moment may have been lost, and be paid for again. */
  readonly lostMs: number;
  /** How much later the story may end. */
  readonly mostLateMs: number;
}

/** What is different at the end of a harmed run, in words. */
export function differences(
  story: Story,
  unharmed: Ending,
  harmed: Ending,
  { lostMs, mostLateMs, outside }: Tolerance,
): string[] {
  const lost = lostRequests(story, outside);
  const late = harmed.toldMs - unharmed.toldMs;
  return [
    ...differentFacts(unharmed.facts, harmed.facts, lost),
    ...paidTooOften(unharmed.questions, harmed.questions, {
      before: outside.questions,
      safeUntil: outside.elapsedMs - lostMs,
      lost,
    }),
    ...(late > mostLateMs ? [`the story ends ${Math.round(late / 1_000)} seconds later`] : []),
  ];
}

/** How many requests without a key may have been answered and charged although nobody heard their replies. */
function lostRequests({ withoutKey = [] }: Story, { heard }: Outside): number {
  return withoutKey.some((step) => !heard.has(step)) ? 1 : 0;
}

function differentFacts(unharmed: Facts, facts: Facts, lost: number): string[] {
  // The names of an object are those of its type.
  const names = Object.keys(unharmed) as (keyof Facts)[];
  return names.flatMap((name) => {
    if (isDeepStrictEqual(unharmed[name], facts[name])) return [];
    const more = unharmed.available - facts.available;
    if (more > 0 && more <= lost && (name === 'available' || name === 'statement')) return [];
    return [`${name}: ${JSON.stringify(facts[name])} instead of ${JSON.stringify(unharmed[name])}`];
  });
}

/** Numbers with more answers than in the unharmed run, those aside that came too late to be recorded. A question without an answer costs nothing. */
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
