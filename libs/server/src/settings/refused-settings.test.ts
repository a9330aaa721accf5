import { describe, expect, it } from 'vitest';
import { createLog } from '../log.js';
import { startServer } from '../start-server.js';
import { trialFolder } from '../trial-server.fixture.js';
import { readSettings, SETTING_VARIABLES } from './settings.js';

/** The refusal of a start with this environment; undefined if it starts. */
async function refusalOf(environment: Readonly<Record<string, string>>): Promise<unknown> {
  const dataDirectory = await trialFolder();
  try {
    const settings = readSettings({ PORT: '0', DIALPROOF_DATA_DIR: dataDirectory, ...environment });
    const log = createLog('silent', { write: () => {} });
    const server = await startServer(settings, { log });
    await server.close();
    return undefined;
  } catch (error) {
    return error;
  }
}

/** Settings for which no text is wrong in itself: file names and addresses. */
const TAKES_ANY = new Set([
  'DIALPROOF_DATA_DIR',
  'DIALPROOF_AUDIT_LOG',
  'DIALPROOF_HOST',
  'DIALPROOF_WORKER_HOST',
]);

describe('a start', () => {
  it.each(SETTING_VARIABLES.filter(({ variable }) => !TAKES_ANY.has(variable)))(
    'that is refused names the variable and no option of a library: $variable',
    async ({ schema, variable }) => {
      const sentence = schema.safeParse('no number').error?.issues[0]?.message ?? '';
      const [, most] = /whole number from \d+ to (\d+)/.exec(sentence) ?? [];
      const tooLarge = most === undefined ? [] : [String(Number(most) + 1)];
      for (const value of ['no number!', '-1, 2', '0.5/x', ...tooLarge]) {
        expect(await refusalOf({ [variable]: value }), value).toMatchObject({
          name: 'StartRefusal',
          message: expect.stringMatching(new RegExp(`^(?!.*\\boption\\b).*${variable}`, 's')),
        });
      }
    },
  );

  it.each(SETTING_VARIABLES.filter(({ variable }) => variable !== 'PORT'))(
    'takes the bounds that it names: $variable',
    async ({ schema, variable }) => {
      const sentence = schema.safeParse('no number').error?.issues[0]?.message ?? '';
      const [, ...bounds] = /whole number from (\d+) to (\d+)/.exec(sentence) ?? [];
      for (const value of bounds) {
        // A file without workers is refused for another reason.
        if (variable === 'DIALPROOF_WORKERS' && value === '0') continue;
        expect(await refusalOf({ [variable]: value }), value).toBeUndefined();
      }
    },
  );
});
