import assert from 'node:assert/strict';
import type { ErrorCode } from '@dialproof/core';
import { OPERATIONS, type OperationName, type ReplyOf } from '@dialproof/http';
import { errorShape } from '@dialproof/http/wire';

/** The errors that the suite provokes. Repeated here, since a server's own table cannot prove its answers. */
const STATUS = {
  malformed_request: 400,
  invalid_fresh_within: 422,
  not_authenticated: 401,
  insufficient_credits: 402,
  account_suspended: 403,
  cross_site_request: 403,
  forbidden: 403,
  task_not_found: 404,
  list_not_found: 404,
  webhook_not_found: 404,
  token_not_found: 404,
  too_many_tokens: 409,
  method_not_allowed: 405,
  email_taken: 409,
  nothing_to_retry: 409,
  same_task: 422,
  request_in_progress: 409,
  stored_bytes_exceeded: 409,
  task_has_ended: 409,
  task_not_done: 409,
  file_too_large: 413,
  request_too_large: 413,
  too_many_rows: 413,
  unsupported_file_type: 415,
  unsupported_media_type: 415,
  column_not_found: 422,
  empty_file: 422,
  file_required: 422,
  idempotency_key_reused: 422,
  invalid_country: 422,
  invalid_area_code: 422,
  header_row_not_found: 422,
  sheet_not_found: 422,
  unsupported_encoding: 422,
  upload_not_found: 422,
  invalid_email: 422,
  invalid_phone: 422,
  invalid_webhook_url: 422,
  malformed_file: 422,
  max_credits_exceeded: 422,
  too_many_requests: 429,
  daily_limit_reached: 429,
  not_supported: 501,
  storage_unavailable: 503,
} as const satisfies Partial<Record<ErrorCode, number>>;

export type ProvokedError = keyof typeof STATUS;

/** The spec's own errors: their body is the code and nothing else. */
const EXACT: ReadonlySet<ProvokedError> = new Set<ProvokedError>([
  'not_authenticated',
  'insufficient_credits',
  'email_taken',
  'task_not_done',
]);

/** Expects a JSON reply of this status and gives its body. The body's type is the caller's claim, for it to check. */
export async function expectJson<Body>(reply: Response, status: number): Promise<Body> {
  const text = await reply.text();
  assert.equal(reply.status, status, `expected ${status}, got ${reply.status} ${text}`);
  assert.match(reply.headers.get('content-type') ?? '', /^application\/json(;|$)/);
  return JSON.parse(text) as Body;
}

type ErrorBody = ReturnType<typeof errorShape.parse>;

/** Expects the JSON that an operation answers, with this status. */
export async function expectAnswer<Name extends OperationName>(
  reply: Response,
  status: number,
  name: Name,
): Promise<ReplyOf<Name>> {
  const described = OPERATIONS[name].reply;
  if (!('shape' in described)) return assert.fail(`${name} does not answer JSON`);
  // The type is made from the same shape.
  return expectShape(reply, status, described.shape as Shape<ReplyOf<Name>>);
}

/** A validator of a body's shape. */
interface Shape<Body> {
  safeParse(body: unknown): { success: true; data: Body } | { success: false; error: Error };
}

async function expectShape<Body>(reply: Response, status: number, shape: Shape<Body>): Promise<Body> {
  const body = await expectJson<unknown>(reply, status);
  const parsed = shape.safeParse(body);
  if (parsed.success) return parsed.data;
  return assert.fail(`${JSON.stringify(body)} has not the shape that it should have: ${parsed.error}`);
}

/**
 * Expects the reply of an error and returns its body: its status, and `{"detail": code}`, with nothing else except a hint if the code
 * allows one.
 */
export async function expectError(reply: Response, code: ProvokedError): Promise<ErrorBody> {
  const body = await expectShape(reply, STATUS[code], errorShape);
  if (EXACT.has(code)) assert.deepEqual(body, { detail: code });
  else assert.equal(body.detail, code);
  return body;
}
