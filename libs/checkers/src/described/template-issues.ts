import { readBaseUrl } from '../upstream/secret.js';
import { valueAt } from './description-fields.js';
import {
  CONSENT_DATE,
  defectOf,
  ID,
  namesNumbers,
  type Place,
  placeholdersIn,
  SECRET_PREFIX,
  TOKEN,
} from './template.js';

/** A problem of a description, as zod's issues have it. */
export interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

const REQUEST = ['request'];
const POLL_URL = ['poll', 'url'];
const OAUTH_URL = ['token', 'oauth', 'url'];

/** The problems of a raw description's addresses, bodies and placeholders. */
export function templateIssues(given: unknown): readonly Issue[] {
  return [
    ...[['request', 'url'], POLL_URL, OAUTH_URL].flatMap((path) => urlIssues(given, path)),
    ...bodyIssues(given),
    ...numberIssues(given),
    ...pollIssues(given),
    ...reassignedIssues(given),
    ...tokenIssues(given),
  ];
}

function urlIssues(given: unknown, path: string[]): Issue[] {
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
  const path = REQUEST;
  const isThere = (field: string) => valueAt(given, [...path, field]) !== undefined;
  const method = valueAt(given, [...path, 'method']) ?? 'GET';
  const issues: Issue[] = [];
  if (isThere('json') && isThere('form')) issues.push({ path, message: 'has both json and form' });
  if (method === 'GET' && (isThere('json') || isThere('form'))) {
    issues.push({ path, message: 'has a body, and the method GET has none' });
  }
  return issues;
}

function numberIssues(given: unknown): Issue[] {
  const request = valueAt(given, REQUEST);
  if (request === undefined) return [];
  const further = isThere(given, 'bulk') ? [] : [CONSENT_DATE];
  const issues = placeholderIssues(given, REQUEST, [...tokenOf(given), ...further]);
  const found = placeholdersIn(request, REQUEST);
  if (found.some(namesNumbers)) return issues;
  const message = `has no placeholder for the ${isThere(given, 'bulk') ? 'numbers' : 'number'}`;
  return [...issues, { path: REQUEST, message }];
}

function pollIssues(given: unknown): Issue[] {
  if (!isThere(given, 'poll')) return [];
  const issues = placeholderIssues(given, POLL_URL, [ID]);
  if (isThere(given, 'bulk')) issues.push({ path: ['poll'], message: 'is for requests about one number' });
  if (names(valueAt(given, POLL_URL), ID)) return issues;
  return [...issues, { path: POLL_URL, message: `has no {${ID}}, which stands for the value at poll.id` }];
}

/** The date of consent in the request, and the value in the answer that belongs to it. */
function reassignedIssues(given: unknown): Issue[] {
  const path = ['answer', 'reassigned'];
  const [isAsked, isRead] = [
    names(valueAt(given, REQUEST), CONSENT_DATE),
    valueAt(given, path) !== undefined,
  ];
  if (isRead && (isThere(given, 'bulk') || isThere(given, 'poll')))
    return [{ path, message: 'is for requests about one number that are answered at once' }];
  if (isRead === isAsked) return [];
  const message = isRead
    ? `needs {${CONSENT_DATE}} in request: it says since when`
    : `is missing: request has {${CONSENT_DATE}}, and nothing says where its answer is`;
  return [{ path, message }];
}

/** A token is asked for before there is a number. */
function tokenIssues(given: unknown): Issue[] {
  if (!isThere(given, 'token')) return [];
  const path = ['token'];
  const issues = placeholdersIn(valueAt(given, path), path)
    .filter(({ name }) => !name.startsWith(SECRET_PREFIX))
    .map(({ name, path: at }) => ({ path: at, message: `{${name}} stands for nothing here` }));
  if (names(valueAt(given, REQUEST), TOKEN)) return issues;
  return [...issues, { path, message: `is not used: request has no {${TOKEN}}` }];
}

function placeholderIssues(given: unknown, path: string[], further: readonly string[]): Issue[] {
  const [isBulk, isCovered] = [isThere(given, 'bulk'), isThere(given, 'covers')];
  return placeholdersIn(valueAt(given, path), path).flatMap((placeholder) => {
    const place: Place = { isBulk, isCovered, isJson: placeholder.path[1] === 'json', further };
    const message = defectOf(placeholder, place);
    return message === undefined ? [] : [{ path: placeholder.path, message }];
  });
}

function tokenOf(given: unknown): readonly string[] {
  return isThere(given, 'token') ? [TOKEN] : [];
}

function names(template: unknown, placeholder: string): boolean {
  return placeholdersIn(template).some(({ name }) => name === placeholder);
}

function isThere(given: unknown, field: string): boolean {
  return valueAt(given, field) !== undefined;
}
