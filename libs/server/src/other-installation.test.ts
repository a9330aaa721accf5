import { dialproofBatchChecker, dialproofChecker } from '@dialproof/checkers/dialproof';
import { type E164, normalizePhone } from '@dialproof/core';
import { describe, expect, it } from 'vitest';
import { trialServer } from './trial-server.fixture.js';

const context = { signal: new AbortController().signal };
// The sandbox answers by the last seven digits.
const [APP, TELEGRAM, DEAD] = ['+14155550100', '+14155550101', '+14155550102'].map(normalizePhone) as [
  E164,
  E164,
  E164,
];

describe('a checker in front of this server', () => {
  it('asks it about one number', async () => {
    const { origin, token } = await trialServer();
    const checker = dialproofChecker({ baseUrl: origin, token });
    expect(await checker.check(TELEGRAM, context)).toMatchObject({ status: 'telegram_registered' });
    const refused = dialproofChecker({ baseUrl: origin, token: 'another-token' }).check(TELEGRAM, context);
    await expect(refused).rejects.toHaveProperty('code', 'checker_unauthorized');
  });

  it('asks it about many, in a task', async () => {
    const { origin, token } = await trialServer();
    const checker = dialproofBatchChecker({ baseUrl: origin, token, pollMs: 50 });
    const answers = await checker.checkMany([DEAD, APP, DEAD], context);
    expect(answers).toMatchObject([{ status: 'dead' }, { status: 'wa_registered' }, { status: 'dead' }]);
  });

  it('understands when it has no credits left', async () => {
    const { origin, token } = await trialServer({ firstAccountCredits: 1 });
    const checker = dialproofBatchChecker({ baseUrl: origin, token, pollMs: 50 });
    const refused = checker.checkMany([DEAD, APP], context);
    await expect(refused).rejects.toHaveProperty('code', 'checker_out_of_funds');
    expect(await checker.checkMany([APP], context)).toMatchObject([{ status: 'wa_registered' }]);
  });
});
