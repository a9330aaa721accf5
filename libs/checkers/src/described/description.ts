import { z } from 'zod';
import { isRefusal } from '../upstream/upstream-failure.js';
import { type Described, described, OUTCOMES, type Outcome, valueAt } from './description-fields.js';
import { type Issue, templateIssues } from './template-issues.js';

/** A description as it stands in a file; see `docs/http-checker.md`. */
export type Description = z.input<typeof described>;
/** A description that was read. */
export type ReadDescription = Described;

/** Reads a description. Throws TypeError for a wrong one, whose message names every field that is wrong. */
export function readDescription(given: unknown): ReadDescription {
  const read = described.safeParse(given);
  // The problem of one field must not hide that of another, so these checks read the raw description.
  const together = [...templateIssues(given), ...answerIssues(given)];
  if (read.success && together.length === 0) return read.data;
  const issues = [...(read.error?.issues ?? []), ...together];
  throw new TypeError(`bad description for describedChecker:\n${z.prettifyError({ issues })}`);
}

/** Outcomes that deny an app. A throttled session denies it for every number. */
const NO: readonly unknown[] = ['inactive', 'app_absent'] satisfies readonly Outcome[];

function answerIssues(given: unknown): Issue[] {
  const issues: Issue[] = [];
  const isBulk = valueAt(given, 'bulk') !== undefined;
  if (isBulk && valueAt(given, 'answer.number') !== undefined) {
    const message = 'is for requests about one number: bulk.number names it';
    issues.push({ path: ['answer', 'number'], message });
  }
  const refusals = membersOf(valueAt(given, 'refusals')).map(([index, rule]) => ({
    path: ['refusals', Number(index), 'means'],
    means: valueAt(rule, 'means'),
  }));
  if (isBulk) {
    const message = 'is an answer about one number, and the request is about many';
    for (const { means, path } of refusals) if (isOutcome(means)) issues.push({ path, message });
  }
  if (valueAt(given, 'noIsCertain') !== undefined) return issues;
  const rules = membersOf(valueAt(given, 'answer.status'));
  const outcomes = [
    ...rules.flatMap(([index, rule]) => {
      const path = ['answer', 'status', Number(index)];
      const values = membersOf(valueAt(rule, 'values')).map(([value, means]) => ({
        path: [...path, 'values', value],
        means,
      }));
      const ranges = membersOf(valueAt(rule, 'ranges')).map(([position, range]) => ({
        path: [...path, 'ranges', Number(position), 'means'],
        means: valueAt(range, 'means'),
      }));
      return [...values, ...ranges, { path: [...path, 'missing'], means: valueAt(rule, 'missing') }];
    }),
    ...refusals,
  ];
  const message =
    'says that a number is on no app: set noIsCertain to true if this upstream never says so because it is throttled, else use failed';
  return [
    ...issues,
    ...outcomes.filter(({ means }) => NO.includes(means)).map(({ path }) => ({ path, message })),
  ];
}

function membersOf(value: unknown): [name: string, member: unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

/** Whether a rule of `refusals` makes the reply an answer. */
function isOutcome(means: unknown): boolean {
  return OUTCOMES.some((outcome) => outcome === means && !isRefusal(outcome));
}
