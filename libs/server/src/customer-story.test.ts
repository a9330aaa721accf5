import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { SandboxChecker } from '@dialproof/checkers';
import { OPERATIONS } from '@dialproof/http';
import { Webhook } from 'standardwebhooks';
import { expect, it, onTestFinished } from 'vitest';
import { webhookReceiver } from '../../../tools/tests/fixtures/webhook-receiver.fixture.js';
import { trialServer } from './trial-server.fixture.js';

const DOCUMENT = new URL('../../../docs/http-api.md', import.meta.url);

/** Runs the lines of the document in a shell, in a folder of their own; returns the content of each of their files. */
async function runStory(environment: Record<string, string>) {
  const [, script = ''] = /```sh story\n([\s\S]*?)```/.exec(await readFile(DOCUMENT, 'utf8')) ?? [];
  const folder = await mkdtemp(join(tmpdir(), 'dialproof-story-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const shell = spawn('sh', ['-e', '-u'], {
    cwd: folder,
    env: { PATH: process.env['PATH'], ...environment },
  });
  shell.stdin.end(script);
  const [[code], errors] = await Promise.all([once(shell, 'exit'), text(shell.stderr)]);
  expect([code, errors]).toEqual([0, '']);
  return (name: string) => readFile(join(folder, name), 'utf8');
}

it('goes as the document of the HTTP API says', async () => {
  const { connections, received, url } = await webhookReceiver();
  const server = await trialServer(
    { checkAttempts: 1, webhookNetworks: '127.0.0.0/8' },
    {
      checker: new SandboxChecker({ slowMs: 5_000 }),
      webhookConnections: connections,
    },
  );
  const file = await runStory({ BASE: server.origin, TOKEN: server.token, RECEIVER: url });
  const json = async (name: string): Promise<unknown> => JSON.parse(await file(name));

  const preview = OPERATIONS.preview.reply.shape.parse(await json('preview.json'));
  expect([preview.phone_column, preview.total, preview.credits]).toEqual([
    'phone',
    3,
    { held: 2, charged: 2 },
  ]);
  const task = OPERATIONS.submit.reply.shape.parse(await json('task.json'));
  expect(OPERATIONS.submit.reply.shape.parse(await json('repeat.json'))).toEqual(task);
  expect(await file('events.txt')).toContain('event: end');
  expect(await file('result.csv')).toBe(
    'name,phone,verification_status\nAda,+1 415-555-0100,wa_registered\nBob,+19995556000,unknown\nCyd,none,unknown\n',
  );
  expect(OPERATIONS.poll.reply.shape.parse(await json('retried.json'))).toMatchObject({
    credits: { held: 1, charged: 1 },
  });
  expect(await file('more-events.txt')).toContain('event: end');
  expect(await file('cancelled-events.txt')).toContain('"failure_reason":"cancelled"');
  expect(await file('partial.csv')).toMatch(
    /^phone,verification_status\n\+19995555000,(wa_registered|unknown)\n\+14155550102,(dead|unknown)\n$/,
  );
  const { entries } = OPERATIONS.creditEntries.reply.shape.parse(await json('statement.json'));
  expect(entries.filter(({ task_id }) => task_id === task.task_id).map(({ credits }) => credits)).toEqual([
    -1,
  ]);
  expect(await file('deleted.txt')).toBe('204');

  const { secret } = OPERATIONS.createWebhook.reply.shape.parse(await json('webhook.json'));
  await expect.poll(() => received.length).toBeGreaterThanOrEqual(3);
  const verifier = new Webhook(secret);
  const events = received.map(({ body, headers }) => Object(verifier.verify(body, headers)));
  expect(events.filter(({ data }) => data.task_id === task.task_id).map(({ type }) => type)).toEqual([
    'task.done',
    'task.done',
  ]);
});
