import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createVerificationService, InProcessTaskQueue } from '@dialproof/core';
import { createFetchHandler } from '@dialproof/http';
import { SqlAuthenticator, SqlCreditLedger, SqlTaskStore } from '@dialproof/sql';
import { openPostgresDatabase } from '@dialproof/sql/postgres';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  describeOnPostgres,
  emptySchema,
  POSTGRES_URL,
} from '../../../../tools/tests/services/postgres.fixture.js';
import type { OperatorEntry } from '../audit/open-audit-log.js';
import { result, submitted, trialFolder, trialServer } from '../trial-server.fixture.js';
import { move, readMoveCommand } from './move-command.js';

/** Built: it is run as its users run it. */
const COMMAND = fileURLToPath(new URL('../../dist/command-line/main.js', import.meta.url));

const TO = 'postgres://root@127.0.0.1/test';

describe('readMoveCommand', () => {
  it('reads where from and where to, or that help is wanted', () => {
    expect(readMoveCommand(['--from', 'sqlite:a.db', '--to', TO, '--schema', 'a_1'])).toEqual({
      file: 'a.db',
      url: TO,
      schema: 'a_1',
    });
    for (const help of ['--help', '-h', 'help']) expect(readMoveCommand([help])).toBeUndefined();
  });

  it.each([
    ['', '--from takes sqlite:'],
    ['--from a.db', '--from takes sqlite:'],
    ['--from sqlite:a.db', '--to takes an address'],
    ['--from sqlite:a.db --to sqlite:a.db', '--to takes an address'],
    [`--from ${TO} --to ${TO}`, '--from takes sqlite:'],
    [`--from sqlite:a.db --to ${TO} --schema A`, '--schema takes'],
    [`--from sqlite:a.db --to ${TO} again`, '"again" is not understood'],
    ['--force', /--force/],
  ])('refuses "%s"', (line, sentence) => {
    const args = line.split(' ').filter((word) => word !== '');
    expect(() => readMoveCommand(args)).toThrow(sentence);
    expect(() => readMoveCommand(args)).toThrow(expect.objectContaining({ name: 'UsageError' }));
  });
});

/** A data folder in which one task is done, and another one had begun. */
async function usedFolder() {
  const dataDirectory = await trialFolder();
  const first = await trialServer({ dataDirectory });
  const done = await submitted(first, 'name,phone\n"é, 😀",+14155550188\n');
  const csv = await result(first, done);
  await first.close();
  const checker = { check: () => new Promise<never>(() => {}) };
  const second = await trialServer({ dataDirectory }, { checker });
  const unfinished = await submitted({ ...second, token: first.token }, 'phone\n+14155550177\n');
  await second.close();
  return {
    dataDirectory,
    file: join(dataDirectory, 'dialproof.sqlite'),
    token: first.token,
    done,
    csv,
    unfinished,
  };
}

describeOnPostgres('a move', () => {
  it('keeps the tokens, credits, results and unfinished tasks of a server in PostgreSQL', async () => {
    const folder = await usedFolder();
    const { schema } = await emptySchema();
    const entries: OperatorEntry[] = [];

    const lines = await move(
      { file: folder.file, url: POSTGRES_URL, schema },
      (entry) => void entries.push(entry),
    );

    expect(entries).toEqual([{ event: 'database.moved', accounts: 1, tasks: 2 }]);
    expect(lines.find((line) => line.startsWith('tasks '))).toMatch(/^tasks +2 rows {2}sha256 [0-9a-f]{16}$/);
    expect(lines.at(-2)).toContain('1,000,000 granted, 1 charged, 999,998 available, 1 held');
    expect(lines.at(-1)).toMatch(/^Moved\. Start the server with the new database\./);

    const database = await openPostgresDatabase({ url: POSTGRES_URL, schema });
    onTestFinished(() => database.close());
    const store = new SqlTaskStore({ database });
    const ledger = new SqlCreditLedger({ database });
    const checker = { check: async () => 'inactive' as const };
    const service = createVerificationService({ store, ledger, checker, queue: new InProcessTaskQueue() });
    onTestFinished(() => service.close());
    await service.start();
    const handler = createFetchHandler({ service, authenticator: new SqlAuthenticator({ database }) });
    const get = (path: string) =>
      handler(
        new Request(`http://localhost${path}`, { headers: { authorization: `Bearer ${folder.token}` } }),
      );
    const download = async (task: string) => {
      const reply = await get(`/v1/verify/tasks/${task}/download`);
      return reply.status === 200 ? await reply.text() : reply.status;
    };
    expect(await download(folder.done)).toBe(folder.csv);
    await vi.waitFor(
      async () =>
        expect(await download(folder.unfinished)).toBe('phone,verification_status\n+14155550177,inactive\n'),
      { timeout: 200_000 },
    );
    const credits = await get('/v1/credits');
    expect(await credits.json()).toMatchObject({ available: 999_998, held: 0 });
  });

  it('is refused in a sentence while the server runs, and the server refuses to start after it', async () => {
    const server = await trialServer();
    const { dataDirectory } = server.settings;
    const { schema } = await emptySchema();
    const command = { file: join(dataDirectory, 'dialproof.sqlite'), url: POSTGRES_URL, schema };
    await expect(move(command, () => {})).rejects.toMatchObject({
      name: 'StartRefusal',
      message: expect.stringMatching(/^The move failed: another process already uses this data folder/),
    });
    await server.close();
    await move(command, () => {});
    await expect(trialServer({ dataDirectory })).rejects.toMatchObject({
      message: expect.stringContaining('was moved to another one'),
    });
  });

  it('that is killed leaves nothing, and can be repeated', async () => {
    const { client, schema } = await emptySchema();
    const { dataDirectory, file } = await usedFolder();
    // It waits for this lock in the middle, behind the tables that are moved before.
    await openPostgresDatabase({ url: POSTGRES_URL, schema }).then((database) => database.close());
    await client.query(`create function "${schema}".wait() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock(hashtext('${schema}')); return null; end $$;
      create trigger wait after insert on "${schema}".journal for each statement execute function "${schema}".wait();
      select pg_advisory_lock(hashtext('${schema}'))`);
    const args = ['--from', `sqlite:${file}`, '--to', POSTGRES_URL, '--schema', schema];
    const run = () => {
      const child = spawn(process.execPath, [COMMAND, 'move', ...args], {
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      onTestFinished(() => void child.kill('SIGKILL'));
      const output: string[] = [];
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (text) => output.push(String(text)));
      return { child, ended: once(child, 'close').then(([code]) => [code, output.join('')]) };
    };
    const killed = run();
    const waiting = `select pid from pg_locks where locktype = 'advisory' and not granted and objid = hashtext('${schema}')::oid`;
    await vi.waitFor(async () => expect((await client.query(waiting)).rows).toHaveLength(1), {
      timeout: 200_000,
    });
    killed.child.kill('SIGKILL');
    await killed.ended;
    await client.query(`select pg_advisory_unlock(hashtext('${schema}'))`);
    await vi.waitFor(
      async () => {
        const others = `select 1 from pg_locks join pg_class on pg_class.oid = relation
          where relnamespace = '"${schema}"'::regnamespace and mode = 'ExclusiveLock'`;
        expect((await client.query(others)).rows).toEqual([]);
      },
      { timeout: 200_000 },
    );
    for (const table of ['accounts', 'journal']) {
      expect((await client.query(`select * from "${schema}".${table}`)).rows).toEqual([]);
    }

    const again = run();
    expect(await again.ended).toEqual([0, expect.stringContaining('Moved.')]);
    expect(await readFile(join(dataDirectory, 'audit.log'), 'utf8')).toContain('"database.moved"');
    const twice = run();
    expect(await twice.ended).toEqual([
      1,
      expect.stringMatching(/^The move failed: .*was moved to another one/),
    ]);
  });

  it('of a missing database ends with a sentence', async () => {
    const file = join(await trialFolder(), 'none', 'dialproof.sqlite');
    const child = spawn(process.execPath, [
      COMMAND,
      'move',
      '--from',
      `sqlite:${file}`,
      '--to',
      POSTGRES_URL,
    ]);
    let said = '';
    child.stderr.on('data', (text) => {
      said += text;
    });
    expect(await once(child, 'close')).toEqual([1, null]);
    expect(said).toBe(`There is no database ${file}.\n`);
    await expect(access(file)).rejects.toThrow('ENOENT');
  });
});
