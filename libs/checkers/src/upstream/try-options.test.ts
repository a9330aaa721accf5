import { expect, it } from 'vitest';
import { tryDialproof } from '../dialproof/index.js';
import { tryHlrLookups } from '../hlr-lookups/index.js';
import { tryInfobip } from '../infobip/index.js';

const misspelt = { baseUrl: 'https://x.example', fetsh: fetch };
const secrets = { apiKey: 'secret', apiSecret: 'secret' };

it.each([
  ['tryDialproof', () => tryDialproof({ ...misspelt, token: 'secret' }, AbortSignal.abort())],
  ['tryHlrLookups', () => tryHlrLookups({ ...misspelt, ...secrets }, AbortSignal.abort())],
  ['tryInfobip', () => tryInfobip({ ...misspelt, apiKey: 'secret' }, AbortSignal.abort())],
])('%s refuses a misspelt option', async (name, attempt) => {
  await expect(attempt()).rejects.toThrow(new TypeError(`${name} has no option fetsh: did you mean fetch?`));
});
