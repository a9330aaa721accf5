import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { CreditLedger } from '@dialproof/core';
import { creditLedgerContract, type LedgerSubject } from '@dialproof/testkit';
import { FAKE_SECRET, startFakeUpstream, VENDOR_FAKES } from '@dialproof/testkit/upstreams';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { freePort } from '../tests/services/own-redis.fixture.js';
import {
  describeOnPostgres,
  POSTGRES_URL,
  trialSchema,
  withPostgres,
} from '../tests/services/postgres.fixture.js';
import { describeOnRedis, prefixOfTest, REDIS_URL } from '../tests/services/redis.fixture.js';
import { compiledProgram, newProgramFolder, programsOf } from './document-program.fixture.js';

/** The TypeScript of the page as one program; only the first block where `isLedger`. */
async function programOf({ isLedger }: { readonly isLedger: boolean }): Promise<string> {
  const blocks = await programsOf('docs/ship-it.md');
  const program = blocks.slice(0, isLedger ? 1 : undefined).join('\n');
  return isLedger ? program.replace('const TABLES', 'export const TABLES') : program;
}

/** The test database with the tables of one test, for the host and for Dialproof. */
function urlOf(schema: string): string {
  const url = new URL(POSTGRES_URL);
  url.searchParams.set('options', `-c search_path=${schema}`);
  return url.href;
}

describeOnPostgres('the ledger of docs/ship-it.md', () => {
  let folder: Awaited<ReturnType<typeof newProgramFolder>>;
  let page: { readonly TABLES: string; readonly WalletLedger: new (pool: pg.Pool) => CreditLedger };
  beforeAll(async () => {
    folder = await newProgramFolder();
    page = await import(await compiledProgram(await programOf({ isLedger: true }), folder.path));
  });
  afterAll(() => folder.remove());

  creditLedgerContract({ describe, it }, async () => {
    const { TABLES, WalletLedger } = page;
    const schema = trialSchema();
    await withPostgres((client) => client.query(`create schema "${schema}"`));
    const pool = new pg.Pool({ connectionString: urlOf(schema) });
    await pool.query(TABLES);
    const subject: LedgerSubject = {
      ledger: new WalletLedger(pool),
      async grant(accountId, credits) {
        await pool.query(
          `insert into wallets values ($1, $2)
           on conflict (account_id) do update set credits = wallets.credits + excluded.credits`,
          [accountId, credits],
        );
      },
      async pass(ms) {
        // The lock waits for changes under way, whose rows this would else take in another order.
        await pool.query(`begin; lock table phone_holds in share row exclusive mode;
          update phone_holds set expires_at = expires_at - interval '${ms} ms'; commit`);
      },
      reopen: async () => new WalletLedger(pool),
      close: () => pool.end(),
    };
    return subject;
  });
});

describeOnPostgres('the application of docs/ship-it.md', () => {
  describeOnRedis('over Redis', () => {
    // Three programs of their own: a loaded machine needs minutes.
    it('verifies a file of a signed-in user on two machines, one of which is killed', {
      timeout: 300_000,
    }, async () => {
      const upstream = await startFakeUpstream(VENDOR_FAKES.twilio().answers);
      onTestFinished(() => upstream.close());
      const schema = trialSchema();
      await withPostgres((client) => client.query(`create schema "${schema}"`));
      const prefix = prefixOfTest();
      const program = (await programOf({ isLedger: false }))
        .replace('openPostgresDatabase({ pool })', `openPostgresDatabase({ pool, schema: '${schema}' })`)
        .replaceAll('{ connection, ', `{ connection, prefix: '${prefix}', `)
        .replace('twilioLookupChecker({', `twilioLookupChecker({ baseUrl: '${upstream.baseUrl}',`);
      const folder = await newProgramFolder();
      onTestFinished(() => folder.remove());
      const server = await compiledProgram(program, folder.path);
      const start = async (port: number) => {
        const child = spawn(process.execPath, [server], {
          env: {
            ...process.env,
            DATABASE_URL: urlOf(schema),
            REDIS_URL,
            TWILIO_ACCOUNT_SID: 'AC00',
            TWILIO_AUTH_TOKEN: FAKE_SECRET,
            PORT: String(port),
          },
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        onTestFinished(() => void child.kill('SIGKILL'));
        await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
        return { child, phones: `http://127.0.0.1:${port}/phones` };
      };
      const port = await freePort();
      const first = await start(port);
      const second = await start(await freePort());
      const onTakenPort = await start(port);
      expect(onTakenPort.child.exitCode).toBe(1);
      const database = new pg.Pool({ connectionString: urlOf(schema) });
      onTestFinished(() => database.end());
      await database.query(`insert into wallets values ('ada', 1000)`);
      await database.query(`insert into sessions values ('s1', 'ada')`);
      const headers = { cookie: 'sid=s1' };

      expect((await fetch(`${first.phones}/v1/credits`)).status).toBe(401);
      expect(await (await fetch(`${first.phones}/`)).text()).toContain('<!doctype html>');
      const file = new FormData();
      const rows = Array.from({ length: 60 }, (_, index) => `+1415555${1000 + index}\n`);
      file.append('file', new Blob(['phone\n', ...rows]), 'people.csv');
      const submitted = await fetch(`${first.phones}/v1/verify/batch`, {
        method: 'POST',
        headers,
        body: file,
      });
      const { task_id } = (await submitted.json()) as { readonly task_id: string };
      first.child.kill('SIGKILL');

      const task = `${second.phones}/v1/verify/tasks/${task_id}`;
      await expect
        .poll(async () => (await fetch(task, { headers })).json(), { timeout: 240_000 })
        .toMatchObject({ status: 'done', processed: 60, credits: { charged: 60 } });
      const result = await (await fetch(`${task}/download`, { headers })).text();
      expect(result.split(/\r?\n/)[0]).toBe('phone,verification_status');
      expect((await database.query('select credits from wallets')).rows).toEqual([{ credits: '940' }]);
      expect((await database.query('select credits from invoice_lines')).rows).toEqual([{ credits: '60' }]);

      second.child.kill('SIGTERM');
      expect(await once(second.child, 'exit')).toEqual([0, null]);
    });
  });
});
