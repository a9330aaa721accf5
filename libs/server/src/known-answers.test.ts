import { OPERATIONS } from '@dialproof/http';
import { expect, it } from 'vitest';
import {
  checkers,
  EVIDENCE_FIRST,
  result,
  submitted,
  type TrialServer,
  trialFolder,
  trialServer,
} from './trial-server.fixture.js';

const NUMBER = '+14155550100';
const FILE = `phone\n${NUMBER}\n`;

/** How many numbers of the file the account's tasks know. */
async function knownIn({ origin, token }: Pick<TrialServer, 'origin' | 'token'>): Promise<number> {
  const body = new FormData();
  body.append('fresh_within', '1d');
  body.append('file', new Blob([FILE]), 'people.csv');
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${origin}/v1/verify/batch/preview`, { method: 'POST', headers, body });
  return OPERATIONS.preview.reply.shape.parse(await response.json()).known.numbers;
}

it('what the sandbox has made up is known to a server with the sandbox alone', async () => {
  const dataDirectory = await trialFolder();
  const madeUp = await trialServer({ dataDirectory, ...EVIDENCE_FIRST });
  const { token } = madeUp;
  expect(await result(madeUp, await submitted(madeUp, FILE))).toContain(`${NUMBER},wa_registered`);
  expect(await knownIn(madeUp)).toBe(0);
  await madeUp.close();
  const real = await trialServer({ dataDirectory, ...checkers([{ checker: 'evidence' }]) });
  expect(await knownIn({ ...real, token })).toBe(0);
  await real.close();
  expect(await knownIn({ ...(await trialServer({ dataDirectory })), token })).toBe(1);
});
