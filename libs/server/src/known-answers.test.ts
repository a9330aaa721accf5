import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDataDirectory } from './storage/data-directory.js';
import { keyOfKnownAnswers } from './storage/known-answers-key.js';
import {
  checkers,
  EVIDENCE_FIRST,
  type TrialServer,
  trialFolder,
  trialServer,
  verify,
} from './trial-server.fixture.js';

const NUMBER = '+14155550100';

function verifyFresh({ origin, token }: Pick<TrialServer, 'origin' | 'token'>): Promise<Response> {
  return fetch(`${origin}/v1/verify`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ phone: NUMBER, fresh_within: '1d' }),
  });
}

describe('the known answers of a server', () => {
  it('outlive it, by a key that only its user can read and that is not in the database', async () => {
    const dataDirectory = await trialFolder();
    const first = await trialServer({ dataDirectory });
    const answer: unknown = await (await verify(first, NUMBER)).json();
    await first.close();
    const second = await trialServer({ dataDirectory });
    expect(await (await verifyFresh({ ...second, token: first.token })).json()).toEqual(answer);
    await second.close();
    const file = join(dataDirectory, 'known-answers.key');
    if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o600);
    const key = (await readFile(file, 'utf8')).trim();
    expect(Buffer.from(key, 'base64url')).toHaveLength(32);
    expect(await readFile(join(dataDirectory, 'dialproof.sqlite'), 'latin1')).not.toContain(key);
  });

  it('of the sandbox are not those of another checker', async () => {
    const dataDirectory = await trialFolder();
    const madeUp = await trialServer({ dataDirectory, ...EVIDENCE_FIRST });
    expect(await (await verify(madeUp, NUMBER)).json()).toMatchObject({ status: 'wa_registered' });
    await madeUp.close();
    const real = await trialServer({ dataDirectory, ...checkers([{ checker: 'evidence' }]) });
    const known = await verifyFresh({ ...real, token: madeUp.token });
    expect(await known.json()).toMatchObject({ status: 'unknown' });
  });

  it('are not kept for 0 days', async () => {
    const server = await trialServer({ knownAnswersDays: 0 });
    expect((await verify(server, NUMBER)).status).toBe(200);
    const refused = await verifyFresh(server);
    expect([refused.status, await refused.json()]).toEqual([501, { detail: 'not_supported' }]);
  });

  it('are removed by a start with 0 days', async () => {
    const dataDirectory = await trialFolder();
    const first = await trialServer({ dataDirectory });
    await verify(first, NUMBER);
    await first.close();
    await (await trialServer({ dataDirectory, knownAnswersDays: 0 })).close();
    const last = await trialServer({ dataDirectory });
    await verifyFresh({ ...last, token: first.token });
    const credits = await fetch(`${last.origin}/v1/credits`, {
      headers: { authorization: `Bearer ${first.token}` },
    });
    expect(await credits.json()).toMatchObject({ available: 999_998 });
  });

  it('have the key of the settings, and over PostgreSQL no other', async () => {
    const { databaseFile } = openDataDirectory(await trialFolder());
    const settings = { databaseUrl: null, knownAnswersDays: 30, knownAnswersKey: null };
    expect(keyOfKnownAnswers(databaseFile, { ...settings, knownAnswersDays: 0 })).toBeNull();
    const made = keyOfKnownAnswers(databaseFile, settings);
    expect(keyOfKnownAnswers(databaseFile, { ...settings, knownAnswersDays: 0 })).toBe(made);
    const given = { ...settings, knownAnswersKey: 'the key of known answers' };
    expect(keyOfKnownAnswers(databaseFile, given)).toBe('the key of known answers');
    expect(keyOfKnownAnswers('', { ...settings, databaseUrl: 'postgres://db/phones' })).toBeNull();
  });
});
