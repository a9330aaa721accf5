import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { withGivenToken } from './account-actions.js';
import { readAccountCommand } from './account-command.js';

const read = (line: string, ownToken?: string) => readAccountCommand(line.split(' '), ownToken);
const given = (line: string, input: string) =>
  withGivenToken(read(line), Readable.from([Buffer.from(input)]));

describe('the token of the account command', () => {
  it('comes from standard input', async () => {
    expect(await given('balance --token -', '  dp_1\n')).toEqual({
      name: 'balance',
      of: { by: 'token', token: 'dp_1' },
    });
    expect(await given('grant --token - --credits 3', 'dp_1')).toMatchObject({
      of: { token: 'dp_1' },
      credits: 3,
    });
  });

  it('is refused when standard input is empty', async () => {
    await expect(given('balance --token -', ' \n')).rejects.toMatchObject({ name: 'UsageError' });
  });

  it('does not read standard input unless requested', async () => {
    const input = Readable.from(['dp_2']);
    expect(await withGivenToken(read('balance --token dp_1'), input)).toMatchObject({
      of: { token: 'dp_1' },
    });
    expect(await withGivenToken(read('create'), input)).toMatchObject({ name: 'create' });
    expect(input.readableDidRead).toBe(false);
  });

  it('comes from the environment when the arguments name no account', () => {
    expect(read('rotate', 'dp_1')).toMatchObject({ name: 'rotate', of: { by: 'token', token: 'dp_1' } });
    expect(read('balance --email a@b.c', 'dp_1')).toMatchObject({ of: { by: 'email' } });
    expect(() => read('balance', '')).toThrow(/needs one of/);
  });

  it('erases no account by the environment alone', () => {
    expect(() => read('erase --yes', 'dp_1')).toThrow(/needs one of/);
  });
});
