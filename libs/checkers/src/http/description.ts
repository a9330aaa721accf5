import type { z } from 'zod';
import { readBaseUrl } from '../upstream/base-url.js';
import { type Described, described, type Outcome } from './description-fields.js';
import { defectOf, namesNumbers, placeholdersIn } from './template.js';

type Issue = { readonly path: readonly PropertyKey[]; readonly message: string };

/** A description as it stands in a file; see `docs/http-checker.md`. */
export type HttpDescription = z.input<typeof description>;
/** A description that was read. */
export type ReadDescription = z.output<typeof description>;

/** Reads a description, and checks that its fields fit together. */
export const description = described.superRefine((given, context) => {
  for (const { message, path } of [...urlIssues(given), ...templateIssues(given), ...answerIssues(given)]) {
    context.addIssue({ code: 'custom', path: [...path], message });
  }
});

function urlIssues({ request: { url } }: Described): Issue[] {
  const origin = /^[a-z]+:\/\/[^/?#]*/i.exec(url)?.[0] ?? '';
  const where = ['request', 'url'];
  if (origin.includes('{')) return [{ path: where, message: 'has a placeholder in its host' }];
  try {
    readBaseUrl('url', origin);
    return [];
  } catch (error) {
    return [{ path: where, message: error instanceof Error ? error.message : 'is no address' }];
  }
}

function templateIssues({ bulk, request }: Described): Issue[] {
  const isBulk = bulk !== undefined;
  const found = placeholdersIn(request, ['request']);
  const issues = found.flatMap((placeholder): Issue[] => {
    const isJson = placeholder.path[1] === 'json';
    const message = defectOf(placeholder, { isBulk, isJson });
    return message === undefined ? [] : [{ path: placeholder.path, message }];
  });
  if (found.some(namesNumbers)) return issues;
  const message = `has no placeholder for the ${isBulk ? 'numbers' : 'number'}`;
  return [...issues, { path: ['request'], message }];
}

/** Outcomes that say that a number is on no app. A throttled session says so of every number. */
const NO: readonly Outcome[] = ['inactive', 'app_absent'];

function answerIssues({ answer, bulk, noIsCertain }: Described): Issue[] {
  const issues: Issue[] = [];
  if (bulk !== undefined && Object.keys(answer.httpStatus).length > 0) {
    issues.push({ path: ['answer', 'httpStatus'], message: 'is for requests about one number' });
  }
  if (bulk !== undefined && answer.number !== undefined) {
    issues.push({
      path: ['answer', 'number'],
      message: 'is for requests about one number: bulk.number names it',
    });
  }
  if (noIsCertain) return issues;
  const outcomes = [
    ...answer.status.flatMap(({ missing, values }, index) => {
      const where = ['answer', 'status', index];
      const named = Object.entries(values ?? {}).map(([value, means]) => ({
        path: [...where, 'values', value],
        means,
      }));
      return missing === undefined ? named : [...named, { path: [...where, 'missing'], means: missing }];
    }),
    ...Object.entries(answer.httpStatus).map(([status, means]) => ({
      path: ['answer', 'httpStatus', status],
      means,
    })),
  ];
  const message =
    'says that a number is on no app: set noIsCertain to true if this upstream never says so because it is throttled, else use failed';
  return [
    ...issues,
    ...outcomes.filter(({ means }) => NO.includes(means)).map(({ path }) => ({ path, message })),
  ];
}
