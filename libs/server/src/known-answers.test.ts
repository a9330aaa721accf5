import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OPERATIONS } from '@dialproof/http';
import { openSqliteDatabase } from '@dialproof/sql/sqlite';
import { describe, expect, it } from 'vitest';
import {
  describeOnPostgres,
  POSTGRES_URL,
  trialSchema,
} from '../../../tools/tests/services/postgres.fixture.js';
import {
  checkers,
  EVIDENCE_FIRST,
  result,
  submitted,
  type TrialServer,
  trialFolder,
  trialServer,
  verify,
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

const KEY = 'a key of 32 characters, for tests';

describe('what a single check has found', () => {
  it('is known after a restart, without its number in the files', async () => {
    const dataDirectory = await trialFolder();
    const first = await trialServer({ dataDirectory });
    const { token } = first;
    await verify(first, NUMBER);
    expect(await knownIn(first)).toBe(1);
    await first.close();
    const file = join(dataDirectory, 'dialproof.sqlite');
    expect(await readFile(file, 'latin1')).not.toContain(NUMBER.slice(1));
    expect(await knownIn({ ...(await trialServer({ dataDirectory })), token })).toBe(1);
  });

  it('is known with the key of the setting alone, which is nowhere in the data folder', async () => {
    const dataDirectory = await trialFolder();
    const first = await trialServer({ dataDirectory, answersKey: KEY });
    const { token } = first;
    await verify(first, NUMBER);
    expect(await knownIn(first)).toBe(1);
    await first.close();
    const contents = (name: string) => readFile(join(dataDirectory, name), 'latin1');
    for (const name of ['dialproof.sqlite', 'audit.log']) expect(await contents(name)).not.toContain(KEY);
    expect(first.logLines.join()).not.toContain(KEY);
    const [loaded = ''] = (await contents('audit.log')).split('\n');
    expect(JSON.parse(loaded)).toMatchObject({ event: 'settings.loaded', set: ['DIALPROOF_ANSWERS_KEY'] });

    for (const answersKey of [null, `${KEY}.`]) {
      await expect(trialServer({ dataDirectory, answersKey })).rejects.toThrow(
        /^The data folder .* cannot be used: its answers of single checks were kept under another hashKey, which is DIALPROOF_ANSWERS_KEY/,
      );
    }
    expect(await knownIn({ ...(await trialServer({ dataDirectory, answersKey: KEY })), token })).toBe(1);
  });

  it('of a database of version 32 has no number once a server has started', async () => {
    const dataDirectory = await trialFolder();
    const first = await trialServer({ dataDirectory, taskRetentionDays: 0 });
    await first.close();
    const database = await openSqliteDatabase({ file: join(dataDirectory, 'dialproof.sqlite') });
    const add = `insert into single_answers (account_id, number_hash, status, checked_at) values ('ann', '${NUMBER}', 'dead', 1)`;
    await database.write((session) => session.change({ texts: [add], parts: [] }, {}));
    await database.close();
    expect(await readFile(join(dataDirectory, 'dialproof.sqlite'), 'latin1')).toContain(NUMBER.slice(1));
    const second = await trialServer({ dataDirectory, taskRetentionDays: 0 });
    await second.close();
    expect(await readFile(join(dataDirectory, 'dialproof.sqlite'), 'latin1')).not.toContain(NUMBER.slice(1));
  });
});

describeOnPostgres('servers over one database', () => {
  it('know what one of them has found, also where they start at once', async () => {
    const settings = { databaseUrl: POSTGRES_URL, databaseSchema: trialSchema(), databaseConnections: 4 };
    const servers = await Promise.all([trialServer(settings), trialServer(settings)]);
    const token = servers.find((server) => server.token !== '')?.token ?? expect.fail('no account');
    const [one, other] = servers.map((server) => ({ ...server, token }));
    await verify(one as TrialServer, NUMBER);
    expect(await knownIn(other as TrialServer)).toBe(1);
  });
});
