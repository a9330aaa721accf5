import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import {
  describeOnPostgres,
  POSTGRES_URL,
  trialSchema,
} from '../../../tools/tests/services/postgres.fixture.js';
import { createLog } from './log.js';
import { readSettings, type Settings } from './settings/settings.js';
import { startWorker } from './start-worker.js';
import { result, submitted, type TrialServer, trialFolder, trialServer } from './trial-server.fixture.js';

const COMMAND = fileURLToPath(new URL('../dist/command-line/main.js', import.meta.url));
const log = createLog('silent', { write: () => {} });

function overSchema(settings: Partial<Settings> = {}): Partial<Settings> {
  return { databaseUrl: POSTGRES_URL, databaseSchema: trialSchema(), databaseConnections: 4, ...settings };
}

/** A worker in this process, on a free port, until the test ends. */
async function trialWorker(settings: Partial<Settings>) {
  const worker = await startWorker({ ...readSettings({}), ...settings, workers: 2 }, { log });
  onTestFinished(() => worker.close());
  return worker;
}

/** A worker in a process of its own, until the test ends. */
function workerProcess({ databaseSchema = '' }: Partial<Settings>, environment: NodeJS.ProcessEnv) {
  expect(existsSync(COMMAND), 'build first: npm run build').toBe(true);
  const child = spawn(process.execPath, [COMMAND, 'worker'], {
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: POSTGRES_URL,
      DIALPROOF_DATABASE_SCHEMA: databaseSchema,
      ...environment,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function task({ origin, token }: TrialServer, taskId: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`${origin}/v1/verify/tasks/${taskId}`, { headers })).json();
}

const numbers = (count: number) =>
  `phone\n${Array.from({ length: count }, (_, n) => `+1415555${1_000 + n}\n`).join('')}`;

describeOnPostgres('processes over one PostgreSQL schema', () => {
  it('do the work of a file that was uploaded at one server and is polled and downloaded at another', async () => {
    const settings = overSchema({ workers: 0 });
    const [one, two] = await Promise.all([trialServer(settings), trialServer(settings)]);
    // If two start at once, one of them makes the first account.
    const tokens = [one.token, two.token].filter((token) => token !== '');
    expect(tokens).toHaveLength(1);
    const at = (server: TrialServer) => ({ ...server, token: tokens[0] ?? '' });
    const taskId = await submitted(at(one), numbers(100));
    expect(await task(at(two), taskId)).toMatchObject({ status: 'queued', processed: 0 });
    const worker = await trialWorker({ ...settings, metrics: 'on' });
    const csv = await result(at(two), taskId);
    expect(csv.trimEnd().split('\n')).toHaveLength(101);
    expect(await result(at(one), taskId)).toBe(csv);
    const answers = ['readyz', 'metrics', 'v1/credits'].map(async (path) => {
      return (await fetch(`http://127.0.0.1:${worker.port}/${path}`)).status;
    });
    expect(await Promise.all(answers)).toEqual([200, 200, 404]);
  });

  it('finish the work of a worker that was killed half way', async () => {
    const settings = overSchema({ workers: 0, leaseMs: 2_000 });
    const server = await trialServer(settings);
    const taskId = await submitted(server, numbers(3_000));
    const killed = workerProcess(settings, {
      DIALPROOF_LEASE_MS: '2000',
      DIALPROOF_WORKERS: '1',
      DIALPROOF_SANDBOX_DELAY_MS: '100',
      DIALPROOF_CHECK_CONCURRENCY: '20',
    });
    await expect
      .poll(() => task(server, taskId))
      .toMatchObject({ status: 'processing', processed: expect.toSatisfy((done: number) => done > 0) });
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    expect(await task(server, taskId)).toMatchObject({ status: 'processing' });
    await trialWorker(settings);
    const rows = (await result(server, taskId)).trimEnd().split('\n');
    expect(rows).toHaveLength(3_001);
    expect(await task(server, taskId)).toMatchObject({
      status: 'done',
      processed: 3_000,
      credits: { held: 0, charged: 3_000 },
    });
  });

  it('refuse outdated tables if DIALPROOF_MIGRATE is off', async () => {
    await expect(trialServer(overSchema({ migrate: 'off' }))).rejects.toMatchObject({
      name: 'StartRefusal',
      message: expect.stringMatching(/^The PostgreSQL database of DATABASE_URL, .* migrate it first\.$/),
    });
  });
});

it('a worker refuses the embedded file in a sentence', async () => {
  const settings = { ...readSettings({}), dataDirectory: await trialFolder() };
  await expect(startWorker(settings, { log })).rejects.toMatchObject({
    name: 'StartRefusal',
    message: expect.stringMatching(/^A worker needs DATABASE_URL/),
  });
});
