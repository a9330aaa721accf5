import { type CheckAnswer, systemClock } from '@dialproof/core';
import { FINDINGS, type Finding, findingAnswer } from '../line-state.js';
import type { Quotable } from '../upstream/upstream-reply.js';
import type { ReadDescription } from './description.js';
import {
  type JsonPath,
  lastStep,
  type Outcome,
  pathName,
  type StatusRule,
  valueAt,
  wordOf,
} from './description-fields.js';

/** The answer, or the reason of a failed check. The reason follows the upstream's name in a message, and quotes the description alone. */
export type ReadAnswer = { readonly answer: CheckAnswer } | { readonly problem: string };

/** Maps a value to an answer by the rules of a description. */
export function answerIn(
  value: unknown,
  { answer, name: source }: ReadDescription,
  quotable: Quotable,
): ReadAnswer {
  for (const rule of answer.status) {
    const { path } = rule;
    const word = wordOf(valueAt(value, path));
    const outcome = word === undefined ? rule.missing : outcomeOf(valueAt(value, path), word, rule);
    if (outcome !== undefined) {
      const said = answer.reason === undefined ? spoken(word, path) : wordOf(valueAt(value, answer.reason));
      const reason = quotable(said);
      const checkedAt =
        answer.checkedAt === undefined ? undefined : pastTime(valueAt(value, answer.checkedAt));
      const found = `${word === undefined ? 'no value' : JSON.stringify(word)} at ${pathName(path)}`;
      return answerOf(outcome, { found, source, reason, checkedAt });
    }
  }
  return { problem: `answered with ${unlisted(value, answer.status)}` };
}

/** A yes or a no says something only with its name: `line_dead: is_valid false`. */
function spoken(word: string | undefined, path: JsonPath): string | undefined {
  return word !== undefined && /^(?:true|false|null)$/.test(word) ? `${lastStep(path)} ${word}`.trim() : word;
}

/** The path of a value that no rule lists, and the paths without a value. A value may be a number or a secret, so it is not quoted. */
function unlisted(value: unknown, rules: ReadDescription['answer']['status']): string {
  const paths = new Map(rules.map(({ path }) => [pathName(path), path]));
  const listOf = (isThere: boolean) =>
    Array.from(paths)
      .filter(([, path]) => (wordOf(valueAt(value, path)) !== undefined) === isThere)
      .map(([name]) => name)
      .join(', ')
      .replace(/, (?=[^,]*$)/, ' or ');
  const [present, absent] = [listOf(true), listOf(false)];
  if (present === '') return `no value at ${absent}`;
  const found = `a value at ${present} that the description does not list`;
  return absent === '' ? found : `${found}, and none at ${absent}`;
}

interface Details {
  /** The value and the path of the outcome, such as `"false" at exists`. */
  readonly found: string;
  readonly source: string;
  readonly reason?: string | undefined;
  readonly checkedAt?: Date | undefined;
}

/** The answer for an outcome. */
export function answerOf(outcome: Outcome, { checkedAt, found, reason, source }: Details): ReadAnswer {
  if (outcome === 'failed')
    return { problem: `answered with ${found}, which the description lists as failed` };
  const time = checkedAt === undefined ? {} : { checkedAt };
  if (isFinding(outcome)) {
    return { answer: findingAnswer(outcome, { source, word: reason, ...time }) };
  }
  const printable =
    reason
      ?.replaceAll(/[^ -~]+/g, ' ')
      .slice(0, 60)
      .trim() ?? '';
  return { answer: { status: outcome, source, ...(printable === '' ? {} : { reason: printable }), ...time } };
}

function isFinding(outcome: Outcome): outcome is Finding {
  return (FINDINGS as readonly string[]).includes(outcome);
}

function outcomeOf(
  value: unknown,
  word: string,
  { ranges = [], values = {} }: StatusRule,
): Outcome | undefined {
  if (Object.hasOwn(values, word)) return values[word];
  if (typeof value !== 'number') return undefined;
  const { NEGATIVE_INFINITY: least, POSITIVE_INFINITY: most } = Number;
  return ranges.find(({ from = least, to = most }) => from <= value && value <= to)?.means;
}

/** From this value on, a number means milliseconds: as seconds it would be after the year 5000. */
const LEAST_MS = 100_000_000_000;

/** A time that is not in the future: a text, or seconds or milliseconds since 1970. */
function pastTime(value: unknown): Date | undefined {
  const time =
    typeof value === 'number' ? (value < LEAST_MS ? value * 1_000 : value) : Date.parse(String(value));
  return time <= systemClock.now() ? new Date(time) : undefined;
}
