import type { CheckAnswer } from '@dialproof/core';
import { FINDINGS, type Finding, findingAnswer } from '../line-state.js';
import type { ReadDescription } from './description.js';
import type { Outcome } from './description-fields.js';
import { valueAt, wordOf } from './json-path.js';

/** Maps a value to an answer by the rules of a description; undefined for a failed check. */
export function answerIn(value: unknown, { answer, name: source }: ReadDescription): CheckAnswer | undefined {
  for (const { missing, path, values } of answer.status) {
    const word = wordOf(valueAt(value, path));
    const outcome = word === undefined ? missing : ownValue(values ?? {}, word);
    if (outcome !== undefined) {
      const reason = answer.reason === undefined ? word : wordOf(valueAt(value, answer.reason));
      const checkedAt =
        answer.checkedAt === undefined ? undefined : pastTime(valueAt(value, answer.checkedAt));
      return answerOf(outcome, { source, reason, checkedAt });
    }
  }
  return undefined;
}

interface Details {
  readonly source: string;
  readonly reason?: string | undefined;
  readonly checkedAt?: Date | undefined;
}

/** The answer for an outcome; undefined for a failed check. */
export function answerOf(outcome: Outcome, { checkedAt, reason, source }: Details): CheckAnswer | undefined {
  if (outcome === 'failed') return undefined;
  const time = checkedAt === undefined ? {} : { checkedAt };
  if (isFinding(outcome))
    return findingAnswer(outcome, { source, ...(reason === undefined ? {} : { word: reason }), ...time });
  const printable =
    reason
      ?.replaceAll(/[^ -~]+/g, ' ')
      .slice(0, 60)
      .trim() ?? '';
  return { status: outcome, source, ...(printable === '' ? {} : { reason: printable }), ...time };
}

function isFinding(outcome: Outcome): outcome is Finding {
  return (FINDINGS as readonly string[]).includes(outcome);
}

function ownValue(values: Readonly<Record<string, Outcome>>, word: string): Outcome | undefined {
  return Object.hasOwn(values, word) ? values[word] : undefined;
}

/** From here on, a number counts milliseconds: as seconds it would be after the year 5000. */
const LEAST_MS = 100_000_000_000;

/** A time that is not in the future: a text, or seconds or milliseconds since 1970. */
function pastTime(value: unknown): Date | undefined {
  const time =
    typeof value === 'number' ? (value < LEAST_MS ? value * 1_000 : value) : Date.parse(String(value));
  return time <= Date.now() ? new Date(time) : undefined;
}
