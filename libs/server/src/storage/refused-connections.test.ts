import { expect, it } from 'vitest';
import { describeOnPostgres, trialSchema } from '../../../../tools/tests/services/postgres.fixture.js';
import { StartRefusal } from '../settings/setting-variable.js';
import { type TrialServer, trialServer, verify } from '../trial-server.fixture.js';
import { Gate } from './gate.fixture.js';

/** Why PostgreSQL refuses a connection, by its SQLSTATE. */
const REFUSALS = [
  ['there are too many', '53300'],
  ['it is starting', '57P03'],
  ['it is shutting down', '57P01'],
  ['the database takes none', '55000'],
  ['it does not let this user in', '28000'],
  ['it has a reason that nobody knows', '0A000'],
] as const;

/** The replies to a charged check, a read, a keyed check and the readiness probe. */
async function replies(server: TrialServer): Promise<(readonly [number, string | null, unknown])[]> {
  const authorization = `Bearer ${server.token}`;
  const asked = [
    verify(server, '+14155552671'),
    fetch(`${server.origin}/v1/credits`, { headers: { authorization } }),
    fetch(`${server.origin}/v1/verify`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json', 'idempotency-key': 'a key' },
      body: '{"phone":"+14155552672"}',
    }),
  ];
  const answers = await Promise.all(asked);
  return await Promise.all(
    answers.map(
      async (answer) => [answer.status, answer.headers.get('retry-after'), await answer.json()] as const,
    ),
  );
}

const AWAY = [503, '5', { detail: 'storage_unavailable' }];

describeOnPostgres('a server whose PostgreSQL refuses connections', () => {
  it('answers 503 and says when to come again, whatever the reason, and goes on afterwards', async () => {
    const gate = await Gate.open();
    const server = await trialServer({ databaseUrl: gate.url, databaseSchema: trialSchema() });
    for (const [reason, state] of REFUSALS) {
      gate.refuse(state);
      expect(await replies(server), reason).toEqual([AWAY, AWAY, AWAY]);
      expect((await fetch(`${server.origin}/readyz`)).status, reason).toBe(503);
    }
    await gate.stopListening();
    expect(await replies(server)).toEqual([AWAY, AWAY, AWAY]);
    await gate.listen();
    expect((await replies(server)).map(([status]) => status)).toEqual([200, 200, 200]);
  });

  it('does not start, and names the database and the reason in a sentence', async () => {
    const gate = await Gate.open();
    const start = () => trialServer({ databaseUrl: gate.url, databaseSchema: 'nobody_makes_it' });
    for (const [reason, state] of REFUSALS) {
      gate.refuse(state);
      await expect(start(), reason).rejects.toThrow(StartRefusal);
    }
    await expect(start()).rejects.toThrow(
      /^The PostgreSQL database of DATABASE_URL, .* refuses connections\.$/,
    );
    await gate.stopListening();
    await expect(start()).rejects.toThrow(/cannot be used: the database server cannot be reached\.$/);
  });
});
