import { DialproofError } from '@dialproof/client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { forgetUpload, keyFor, unfinishedUpload, wasRefused } from './unfinished-upload.js';

const FILE = new File(['phone\n'], 'people.csv', { lastModified: 1 });

describe('an upload that was not answered', () => {
  it('has one key for as long as the file and its settings are the same', () => {
    onTestFinished(forgetUpload);
    const key = keyFor(FILE, { max_credits: 1 });
    expect(keyFor(FILE, { max_credits: 1 })).toBe(key);
    expect(unfinishedUpload()).toMatchObject({ idempotencyKey: key, fileName: 'people.csv' });
    expect(keyFor(FILE, { max_credits: 2 })).not.toBe(key);
    forgetUpload();
    expect(unfinishedUpload()).toBeUndefined();
  });

  it.each([
    [402, 'insufficient_credits', true],
    [422, 'malformed_file', true],
    [422, 'idempotency_key_reused', true],
    // The try before may have become a task: with a new key, it would be charged twice.
    [429, 'too_many_requests', false],
    [401, 'not_authenticated', false],
    [409, 'request_in_progress', false],
    [400, 'upload_interrupted', false],
    [408, 'unexpected_reply', false],
    [503, 'overloaded', false],
    [undefined, 'connection_failed', false],
  ])('is refused for good with %s %s: %s', (status, code, expected) => {
    expect(wasRefused(new DialproofError(code, { status }))).toBe(expected);
  });
});
