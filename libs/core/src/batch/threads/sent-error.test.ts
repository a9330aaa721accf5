import { describe, expect, it } from 'vitest';
import { DialproofError, isDialproofError } from '../../model/errors.js';
import { receivedError, sentError } from './sent-error.js';

/** The error on the other side of the border. */
function crossed(error: unknown): Error {
  return receivedError(structuredClone(sentError(error)));
}

describe('an error that crosses from one thread to another', () => {
  it('is the same expected failure, its cause a plain error with the same text', () => {
    const cause = Object.assign(new RangeError('no room'), { code: 'ENOSPC' });
    const error = new DialproofError('storage_unavailable', { hint: 'full', retryAfterMs: 5, cause });
    const received = crossed(error);
    expect(isDialproofError(received, 'storage_unavailable')).toBe(true);
    expect(received).toMatchObject({
      message: error.message,
      hint: 'full',
      retryAfterMs: 5,
      stack: error.stack,
    });
    expect(received.cause).toMatchObject({ name: 'RangeError', message: 'no room', stack: cause.stack });
  });

  it('has no hint, time or cause that it did not have', () => {
    const { cause, hint, retryAfterMs } = crossed(new DialproofError('empty_file')) as DialproofError;
    expect([cause, hint, retryAfterMs]).toEqual([undefined, undefined, undefined]);
  });

  it('stays a defect with its name and place', () => {
    const defect = new TypeError('x is not a function', { cause: 'a text' });
    const received = crossed(defect);
    expect(isDialproofError(received)).toBe(false);
    expect(received).toMatchObject({ name: 'TypeError', message: defect.message, stack: defect.stack });
    expect(received.cause).toMatchObject({ message: "'a text'" });
  });

  it('is an error even where none was thrown', () => {
    expect(crossed({ odd: () => 1 })).toMatchObject({ name: 'Error', message: '{ odd: [Function: odd] }' });
  });
});
