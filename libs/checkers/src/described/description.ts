import { z } from 'zod';
import { readBaseUrl } from '../upstream/base-url.js';
import { type Described, described, type Outcome } from './description-fields.js';
import { valueAt } from './json-path.js';
import { defectOf, namesNumbers, placeholdersIn } from './template.js';

type Issue = { readonly path: readonly PropertyKey[]; readonly message: string };

/** A description as it stands in a file; see `docs/http-checker.md`. */
export type Description = z.input<typeof described>;
/** A description that was read. */
export type ReadDescription = Described;

/** Reads a description. Throws TypeError for a wrong one, whose message names every field that is wrong. */
export function readDescription(given: unknown): ReadDescription {
  const read = described.safeParse(given);
  // The problem of one field must not hide that of another, so these checks read the raw description.
  const together = [
    ...urlIssues(given),
    ...bodyIssues(given),
    ...templateIssues(given),
    ...answerIssues(given),
  ];
  if (read.success && together.length === 0) return read.data;
  const issues = [...(read.error?.issues ?? []), ...together];
  throw new TypeError(`bad description for describedChecker:\n${z.prettifyError({ issues })}`);
}

function urlIssues(given: unknown): Issue[] {
  const path = ['request', 'url'];
  const url = valueAt(given, path);
  if (typeof url !== 'string') return [];
  const origin = /^[a-z]+:\/\/[^/?#]*/i.exec(url)?.[0] ?? '';
  if (origin.includes('{')) return [{ path, message: 'has a placeholder in its host' }];
  try {
    readBaseUrl('url', origin);
    return [];
  } catch (error) {
    return [{ path, message: error instanceof Error ? error.message : 'is no address' }];
  }
}

function bodyIssues(given: unknown): Issue[] {
  const path = ['request'];
  const isThere = (field: string) => valueAt(given, [...path, field]) !== undefined;
  const method = valueAt(given, [...path, 'method']) ?? 'GET';
  const issues: Issue[] = [];
  if (isThere('json') && isThere('form')) issues.push({ path, message: 'has both json and form' });
  if (method === 'GET' && (isThere('json') || isThere('form'))) {
    issues.push({ path, message: 'has a body, and the method GET has none' });
  }
  return issues;
}

function templateIssues(given: unknown): Issue[] {
  const request = valueAt(given, 'request');
  if (request === undefined) return [];
  const isBulk = valueAt(given, 'bulk') !== undefined;
  const isCovered = valueAt(given, 'covers') !== undefined;
  const found = placeholdersIn(request, ['request']);
  const issues = found.flatMap((placeholder): Issue[] => {
    const isJson = placeholder.path[1] === 'json';
    const message = defectOf(placeholder, { isBulk, isCovered, isJson });
    return message === undefined ? [] : [{ path: placeholder.path, message }];
  });
  if (found.some(namesNumbers)) return issues;
  const message = `has no placeholder for the ${isBulk ? 'numbers' : 'number'}`;
  return [...issues, { path: ['request'], message }];
}

/** Outcomes that deny an app. A throttled session denies it for every number. */
const NO: readonly unknown[] = ['inactive', 'app_absent'] satisfies readonly Outcome[];

function answerIssues(given: unknown): Issue[] {
  const issues: Issue[] = [];
  const httpStatus = valueAt(given, 'answer.httpStatus');
  if (valueAt(given, 'bulk') !== undefined) {
    if (membersOf(httpStatus).length > 0) {
      issues.push({ path: ['answer', 'httpStatus'], message: 'is for requests about one number' });
    }
    if (valueAt(given, 'answer.number') !== undefined) {
      issues.push({
        path: ['answer', 'number'],
        message: 'is for requests about one number: bulk.number names it',
      });
    }
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
    ...membersOf(httpStatus).map(([status, means]) => ({ path: ['answer', 'httpStatus', status], means })),
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
