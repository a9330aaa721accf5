import { describe, expect, it } from 'vitest';
import { tryDialproof } from '../dialproof/index.js';
import { tryHlrLookups } from '../hlr-lookups/index.js';
import { tryInfobip } from '../infobip/index.js';
import { readBaseUrl, readSecret, requireSecret } from './secret.js';

describe('readBaseUrl', () => {
  it.each([
    ['https://api.example.com', 'https://api.example.com'],
    ['https://api.example.com/v2//', 'https://api.example.com/v2'],
    ['http://localhost:3000/', 'http://localhost:3000'],
    ['http://127.0.0.2:3000', 'http://127.0.0.2:3000'],
    ['http://[::1]:3000', 'http://[::1]:3000'],
  ])('takes %s', (text, address) => {
    expect(readBaseUrl('baseUrl', text)).toBe(address);
  });

  it.each([
    'http://api.example.com',
    'http://127.0.0.1.example.com',
    'http://localhost.example.com',
    'ftp://localhost',
    'api.example.com',
    '',
    'https://user@api.example.com',
    'https://:word@api.example.com',
    'https://api.example.com/?key=a',
    'https://api.example.com/#a',
  ])('refuses %s', (text) => {
    expect(() => readBaseUrl('baseUrl', text)).toThrow(TypeError);
  });

  it('does not quote what it refuses', () => {
    expect(() => readBaseUrl('baseUrl', 'https://user:swordfish@api.example.com')).toThrow(
      /^(?!.*swordfish)/,
    );
  });
});

describe('a secret', () => {
  const { signal } = new AbortController();

  it.each(['', ' key', 'key\n', 'k\u00e9y', undefined, null, 7])('is refused as %o', (secret) => {
    expect(() => requireSecret('apiKey', secret as string)).toThrow(TypeError);
  });

  it('is read from a function, at once or later', async () => {
    expect(await readSecret('apiKey', () => 'a key', signal)).toBe('a key');
    expect(await readSecret('apiKey', async () => 'a key', signal)).toBe('a key');
  });

  it.each([() => '', () => 'key\n', () => undefined as unknown as string])(
    'that a function gives in another form needs the operator',
    async (secret) => {
      const read = readSecret('apiKey', secret, signal);
      await expect(read).rejects.toMatchObject({
        code: 'checker_unauthorized',
        hint: expect.stringContaining('option apiKey'),
      });
    },
  );

  it('that cannot be read says so without the words of the error', async () => {
    const fail = () => {
      throw new RangeError('the vault does not know swordfish');
    };
    const error: unknown = await readSecret('apiKey', fail, signal).catch((reason) => reason);
    expect(error).toMatchObject({
      code: 'checker_unavailable',
      hint: 'option apiKey failed with RangeError',
    });
    expect(error).not.toHaveProperty('cause');
  });

  it('is not waited for once the signal is aborted', async () => {
    const controller = new AbortController();
    const read = readSecret('apiKey', () => new Promise(() => {}), controller.signal);
    controller.abort(new Error('too slow'));
    await expect(read).rejects.toThrow('too slow');
  });
});

const misspelt = { baseUrl: 'https://x.example', fetsh: fetch };
const secrets = { apiKey: 'secret', apiSecret: 'secret' };

it.each([
  ['tryDialproof', () => tryDialproof({ ...misspelt, token: 'secret' }, AbortSignal.abort())],
  ['tryHlrLookups', () => tryHlrLookups({ ...misspelt, ...secrets }, AbortSignal.abort())],
  ['tryInfobip', () => tryInfobip({ ...misspelt, apiKey: 'secret' }, AbortSignal.abort())],
])('%s refuses a misspelt option', async (name, attempt) => {
  await expect(attempt()).rejects.toThrow(new RegExp(`^${name} has no option fetsh; it has .*\\bfetch\\b`));
});
