import { DialproofError, ERROR_CODES, type ErrorCode } from '@dialproof/core';
import { describe, expect, it } from 'vitest';
import { ERROR_STATUS } from '../wire/error-status.js';
import { asDialproofError, errorReply } from './error-reply.js';

const hint = 'row 7 has no number';

const CODES: readonly (readonly [status: number, codes: string])[] = [
  [400, 'malformed_request upload_interrupted'],
  [401, 'not_authenticated'],
  [402, 'insufficient_credits'],
  [403, 'account_suspended registration_closed forbidden cross_site_request'],
  [404, 'task_not_found list_not_found webhook_not_found token_not_found not_found'],
  [405, 'method_not_allowed'],
  [409, 'email_taken task_not_done task_has_ended nothing_to_retry request_in_progress too_many_webhooks'],
  [409, 'stored_bytes_exceeded too_many_tokens too_many_lists too_many_suppressions'],
  [413, 'request_too_large file_too_large too_many_rows too_many_columns cell_too_large'],
  [415, 'unsupported_media_type unsupported_file_type'],
  [
    422,
    'invalid_phone invalid_country invalid_area_code invalid_email invalid_webhook_url invalid_fresh_within',
  ],
  [
    422,
    'file_required malformed_file empty_file column_not_found header_row_not_found sheet_not_found unsupported_encoding',
  ],
  [422, 'max_credits_exceeded idempotency_key_reused upload_not_found same_task'],
  [429, 'too_many_requests daily_limit_reached'],
  [500, 'internal_error'],
  [501, 'not_supported'],
  [
    503,
    'checker_unavailable checker_unauthorized checker_suspended checker_out_of_funds sandbox_outage storage_unavailable overloaded shutting_down',
  ],
];

describe('errorReply', () => {
  it.each(ERROR_CODES)('answers %s with its status and {"detail"} as JSON', (code: ErrorCode) => {
    const { status, headers, body } = errorReply(new DialproofError(code));
    expect(status).toBe(CODES.find(([, codes]) => codes.split(' ').includes(code))?.[0]);
    expect(body).toBe(`{"detail":"${code}"}`);
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(`{"detail":"${code}"}`.length),
    });
  });

  it.each(['not_authenticated', 'insufficient_credits', 'email_taken', 'task_not_done'] as const)(
    'keeps the hint out of %s, which is an error of the spec',
    (code) => {
      expect(errorReply(new DialproofError(code, { hint })).body).toBe(`{"detail":"${code}"}`);
    },
  );

  it('shows the hint of a house error, and never its cause', () => {
    const error = new DialproofError('malformed_file', { hint, cause: new Error('secret') });
    expect(JSON.parse(String(errorReply(error).body))).toEqual({ detail: 'malformed_file', hint });
  });

  it.each(ERROR_CODES.filter((code) => ERROR_STATUS[code] >= 500))(
    'keeps the hint of %s for the operator, as of every 5xx',
    (code) => {
      expect(errorReply(new DialproofError(code, { hint })).body).toBe(`{"detail":"${code}"}`);
    },
  );

  it.each([
    [1_000, '1'],
    [1_001, '2'],
    [29_500.5, '30'],
    [3_600_000, '3600'],
    [0, '1'],
    [1, '1'],
    [-5_000, '1'],
  ])('asks a caller to come again after %d ms in %s whole seconds', (retryAfterMs, seconds) => {
    for (const code of ['too_many_requests', 'overloaded', 'checker_unavailable'] as const) {
      expect(errorReply(new DialproofError(code, { retryAfterMs })).headers['retry-after']).toBe(seconds);
    }
  });

  it('says when to come again where a repeat may fare better later, and only where it is known', () => {
    const saying = ERROR_CODES.filter(
      (code) => errorReply(new DialproofError(code, { retryAfterMs: 5_000 })).headers['retry-after'],
    );
    const others = saying.filter((code) => ![429, 503].includes(ERROR_STATUS[code]));
    expect(others).toEqual(['request_in_progress']);
    expect(saying).toEqual(expect.arrayContaining(['too_many_requests', 'overloaded', 'shutting_down']));
    for (const retryAfterMs of [Number.NaN, Number.POSITIVE_INFINITY]) {
      const { headers } = errorReply(new DialproofError('overloaded', { retryAfterMs }));
      expect(headers).not.toHaveProperty('retry-after');
    }
    expect(errorReply(new DialproofError('overloaded')).headers).not.toHaveProperty('retry-after');
  });

  it('says of storage that is away when to come again, whether or not the store knows it', () => {
    const seconds = (retryAfterMs?: number) =>
      errorReply(
        new DialproofError('storage_unavailable', retryAfterMs === undefined ? {} : { retryAfterMs }),
      ).headers['retry-after'];
    expect(seconds()).toBe('5');
    expect(seconds(1_000)).toBe('1');
  });

  it('names the scheme with a 401 and nowhere else', () => {
    const asking = ERROR_CODES.filter(
      (code) => errorReply(new DialproofError(code)).headers['www-authenticate'],
    );
    expect(asking).toEqual(['not_authenticated']);
    expect(errorReply(new DialproofError('not_authenticated')).headers['www-authenticate']).toBe('Bearer');
  });
});

describe('asDialproofError', () => {
  it.each([new Error('secret'), 'secret', undefined, null, { code: 'task_not_found' }])(
    'takes %o as unexpected and keeps it as the cause',
    (thrown) => {
      const error = asDialproofError(thrown);
      expect([error.code, error.hint]).toEqual(['internal_error', undefined]);
      expect(error.cause).toBe(thrown);
    },
  );

  it('leaves an expected failure as it is', () => {
    const error = new DialproofError('task_not_found');
    expect(asDialproofError(error)).toBe(error);
  });
});
