import { DialproofError, ERROR_CODES } from '@dialproof/core';
import { describe, expect, it } from 'vitest';
import { asDialproofError, ERROR_STATUS, errorReply } from './error-reply.js';

const hint = 'row 7 has no number';

describe('errorReply', () => {
  it.each(ERROR_CODES)('answers %s with its status and {"detail"} as JSON', (code) => {
    const { status, headers, body } = errorReply(new DialproofError(code));
    expect(status).toBe(ERROR_STATUS[code]);
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
