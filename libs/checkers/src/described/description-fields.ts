import { REASSIGNED, VERIFICATION_STATUSES } from '@dialproof/core';
import { z } from 'zod';
import { FINDINGS } from '../line-state.js';
import { REFUSALS } from '../upstream/upstream-failure.js';

/** A path in a JSON value: names and positions, separated by dots (`results.0.status`), or a list of both. */
export type JsonPath = string | readonly (string | number)[];

/** The value at a path, or undefined. The empty path is the value itself. */
export function valueAt(value: unknown, path: JsonPath): unknown {
  return stepsOf(path).reduce(memberOf, value);
}

/** A path as messages name it. */
export function pathName(path: JsonPath): string {
  if (path === '') return 'the top of the answer';
  return typeof path === 'string' ? path : JSON.stringify(path);
}

/** The name or the position at the end of a path; an empty text for the empty path. */
export function lastStep(path: JsonPath): string {
  return String(stepsOf(path).at(-1) ?? '');
}

function stepsOf(path: JsonPath): readonly (string | number)[] {
  if (typeof path !== 'string') return path;
  return path === '' ? [] : path.split('.');
}

/** Reads own members alone: a path such as `constructor` must not find what every object inherits. */
function memberOf(value: unknown, step: string | number): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.hasOwn(value, step) ? Reflect.get(value, step) : undefined;
}

/** A string, number, boolean or null in the form of JSON, strings without quotes; undefined for anything else. */
export function wordOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return String(value);
  return undefined;
}

const path = z.union([z.string(), z.array(z.union([z.string(), z.int().nonnegative()]))]);

/** The meaning of a value: a status, a finding (see `line-state.ts`), or a failed check. */
export const OUTCOMES = [...VERIFICATION_STATUSES, ...FINDINGS, 'failed'] as const;
const outcome = z.enum(OUTCOMES);
export type Outcome = (typeof OUTCOMES)[number];

const range = z
  .strictObject({ from: z.number().optional(), to: z.number().optional(), means: outcome })
  .refine(({ from, to }) => from !== undefined || to !== undefined, 'has neither from nor to')
  .refine(
    ({ from, to }) => from === undefined || to === undefined || from <= to,
    'has a from that is above its to',
  );

const statusRule = z
  .strictObject({
    path,
    values: z.record(z.string(), outcome).optional(),
    ranges: z.array(range).min(1).optional(),
    missing: outcome.optional(),
  })
  .refine(
    ({ missing, ranges, values }) => values !== undefined || ranges !== undefined || missing !== undefined,
    'has neither values nor ranges nor missing',
  );

const refusalRule = z
  .strictObject({
    httpStatus: z.array(z.int().min(100).max(599)).min(1).optional(),
    path: path.optional(),
    values: z.array(z.string()).min(1).optional(),
    // `failed` is in both lists, with the same meaning.
    means: z.enum([...REFUSALS, ...OUTCOMES]),
    retryAfterSeconds: path.optional(),
  })
  .refine(
    (rule) => rule.httpStatus !== undefined || rule.path !== undefined,
    'has neither httpStatus nor path',
  )
  .refine(
    (rule) => (rule.path === undefined) === (rule.values === undefined),
    'has one of path and values alone',
  );

function headerDefect(name: string): string | undefined {
  if (!HEADER_NAME.test(name)) return 'is no name of a header';
  return OWN_HEADERS.includes(name.toLowerCase()) ? 'is not for a description to set' : undefined;
}

/** Headers of the connection, which a description may not set. */
const OWN_HEADERS: readonly string[] = [
  'connection',
  'content-length',
  'host',
  'transfer-encoding',
  'upgrade',
];
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;
const headerText = z.string().regex(/^[ -~]*$/, 'must be printable ASCII');

/** zod's own check of names does not say what is wrong with one. */
const headers = z.record(z.string(), headerText).superRefine((given, context) => {
  for (const name of Object.keys(given)) {
    const message = headerDefect(name);
    if (message !== undefined) context.addIssue({ code: 'custom', path: [name], message });
  }
});

/** The parts of every request. */
const called = {
  url: z.string(),
  headers: headers.default({}),
  basic: z.strictObject({ user: z.string(), password: z.string() }).optional(),
};
const form = z.record(z.string(), z.string());

const request = z.strictObject({
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH']).default('GET'),
  ...called,
  json: z.json().optional(),
  form: form.optional(),
});

const token = z
  .strictObject({
    oauth: z.strictObject({ ...called, form: form.default({}) }).optional(),
    jwt: z
      .strictObject({
        privateKey: z.string().regex(/^\{secret\.[\w-]+\}$/, 'must be a secret such as {secret.private_key}'),
        claims: z.record(z.string(), z.json()).default({}),
        seconds: z.int().min(30).max(86_400).default(900),
      })
      .optional(),
  })
  .refine(
    ({ jwt, oauth }) => (jwt === undefined) !== (oauth === undefined),
    'must have either oauth or jwt, not both',
  );

const poll = z.strictObject({
  url: z.string(),
  id: path,
  pending: z.strictObject({ path, values: z.array(z.string()).min(1) }),
  everySeconds: z.number().min(0.1).max(60).default(2),
});

const covers = z.strictObject({
  callingCodes: z.array(z.string().regex(/^[1-9]\d{0,2}$/, 'must be a calling code such as 44')).min(1),
});

/** Each field by itself; `description.ts` has the rules for combinations. */
export const described = z.strictObject({
  name: z.string().regex(/^[a-z0-9_.-]{1,40}$/, 'must be 1 to 40 of the characters a-z, 0-9, _, - and .'),
  covers: covers.optional(),
  token: token.optional(),
  request,
  poll: poll.optional(),
  bulk: z
    .strictObject({ maxNumbers: z.int().min(1).max(100_000), entries: path, number: path.optional() })
    .optional(),
  answer: z.strictObject({
    status: z.array(statusRule).min(1),
    number: path.optional(),
    reason: path.optional(),
    checkedAt: path.optional(),
    reassigned: z.strictObject({ path, values: z.record(z.string(), z.enum(REASSIGNED)) }).optional(),
  }),
  refusals: z.array(refusalRule).default([]),
  noIsCertain: z.literal(true).optional(),
});

export type Described = z.infer<typeof described>;
export type Poll = z.infer<typeof poll>;
export type StatusRule = z.infer<typeof statusRule>;
