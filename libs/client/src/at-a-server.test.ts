import { createNodeHandler } from '@dialproof/http';
import { listenLocally, type MountedServer, startMemoryServer } from '@dialproof/testkit';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { DialproofClientOptions, Fetch } from './client-options.js';
import { DialproofClient } from './dialproof-client.js';
import { HurriedClock } from './fixtures/hurried-clock.fixture.js';

// The answers of the server's checker are in `MountedServer` of the testkit.
const WA = '+14155550100';
const DEAD = '+14155550102';
const INACTIVE = '+14155550103';
const SLOW = '+14155550105';
const FAILING = '+14155550106';

const PEOPLE = `name,phone\r\nAda,${WA}\r\nBob,${DEAD}\r\nCyd,none\r\n`;
const FILE = { name: 'people.csv', content: PEOPLE };
const FAILING_FILE = { name: 'people.csv', content: `phone\r\n${DEAD}\r\n${FAILING}\r\n` };

async function startServer(): Promise<MountedServer> {
  const server = await startMemoryServer((parts) => listenLocally(createNodeHandler(parts)));
  onTestFinished(() => server.close());
  return server;
}

/** A server, and a client with the token of a new account. */
async function startTrial({
  credits = 1_000,
  ...options
}: Partial<DialproofClientOptions> & { credits?: number } = {}) {
  const server = await startServer();
  const { baseUrl } = server;
  const { token, balance } = await server.openAccount({ credits, suspended: false });
  const client = new DialproofClient({ baseUrl, token, clock: new HurriedClock(), ...options });
  return { server, client, balance };
}

const refusal = (code: string) => expect.objectContaining({ code });

describe('a number', () => {
  it('is verified', async () => {
    const { client } = await startTrial();
    expect(await client.verify(` ${WA} `)).toMatchObject({ phone: WA, status: 'wa_registered' });
  });

  it('that is none is refused, with the code, the status and the hint', async () => {
    const { client } = await startTrial();
    const refused = { code: 'invalid_phone', status: 422, hint: expect.stringMatching(/./) };
    await expect(client.verify('none')).rejects.toMatchObject(refused);
  });

  it('is charged once for one key of the caller', async () => {
    const { client, balance } = await startTrial({ credits: 3 });
    const idempotencyKey = 'order 7';
    const first = await client.verify(DEAD, { idempotencyKey });
    expect(await client.verify(DEAD, { idempotencyKey })).toEqual(first);
    expect((await balance()).available).toBe(2);
    await expect(client.verify(INACTIVE, { idempotencyKey })).rejects.toEqual(
      refusal('idempotency_key_reused'),
    );
  });
});

describe('a file', () => {
  it('is previewed, with its settings', async () => {
    const { client } = await startTrial({ credits: 9 });
    const preview = await client.preview(FILE, { phone_column: 'name' });
    expect(preview).toMatchObject({ phone_column: 'name', total: 3, balance: { available: 9, held: 0 } });
  });

  it('goes the whole way: submitted, followed, downloaded and checked', async () => {
    const { client } = await startTrial();
    const task = await client.submit(FILE, { max_credits: 2 });
    const states = [];
    for await (const state of task) states.push(state);
    const summary = { wa_registered: 1, telegram_registered: 0, dead: 1, inactive: 0, unknown: 1 };
    expect(states.at(-1)).toMatchObject({ status: 'done', total: 3, summary });
    const download = await task.download({
      status: ['wa_registered', 'dead'],
      columns: ['status', 'checked_at'],
    });
    expect(download).toMatchObject({ fileName: 'people-verified.csv', rows: 2 });
    const lines = (await download.text()).trim().split(/\r?\n/);
    expect(lines).toHaveLength(3);
    expect(lines[0]).toBe('name,phone,verification_status,verification_checked_at');
    expect(lines[1]).toMatch(/^Ada,\+14155550100,wa_registered,20/);
  });

  it('is downloaded as a workbook, whose digest is checked', async () => {
    const { client } = await startTrial();
    const task = await client.submit(FILE);
    await task.waitForEnd({ transport: 'polling' });
    const download = await client.download(task.id, { format: 'xlsx' });
    expect(download.fileName).toBe('people-verified.xlsx');
    expect(String.fromCharCode(...(await download.bytes()).subarray(0, 2))).toBe('PK');
  });

  it('is read while it is sent', async () => {
    const { client } = await startTrial();
    const pieces = [PEOPLE.slice(0, 20), PEOPLE.slice(20)].map((piece) => new TextEncoder().encode(piece));
    const task = await client.submit({
      name: 'people.csv',
      content: async function* () {
        yield* pieces;
      },
    });
    expect((await task.waitForEnd()).summary.dead).toBe(1);
  });

  it('that is refused before it was sent is refused with the reason', async () => {
    const { client } = await startTrial({ credits: 0 });
    const megabyte = new Uint8Array(1_048_576).fill(0x31);
    let isClosed = false;
    const content = async function* () {
      try {
        for (let count = 0; count < 20; count += 1) yield megabyte;
      } finally {
        isClosed = true;
      }
    };
    const submitted = client.submit({ name: 'people.csv', content });
    await expect(submitted).rejects.toEqual(refusal('insufficient_credits'));
    expect(isClosed).toBe(true);
  });
});

describe('a task', () => {
  it('is cancelled, and its verified rows are downloaded', async () => {
    const { server, client } = await startTrial();
    const task = await client.submit({ name: 'people.csv', content: `phone\r\n${SLOW}\r\n${DEAD}\r\n` });
    await task.cancel();
    server.answerSlowChecks?.();
    expect(await task.waitForEnd()).toMatchObject({ status: 'failed', failure_reason: 'cancelled' });
    await expect(task.download()).rejects.toEqual(refusal('task_not_done'));
    const partial = await task.download({ partial: true });
    expect(await partial.text()).toMatch(/^phone,verification_status\n/);
  });

  it('is retried', async () => {
    const { client } = await startTrial();
    const task = await client.submit(FAILING_FILE);
    expect((await task.waitForEnd()).checks_failed).toBe(1);
    await expect(task.cancel()).rejects.toEqual(refusal('task_has_ended'));
    expect((await task.retry()).status).toBe('queued');
    expect((await task.waitForEnd()).status).toBe('done');
  });

  it('is listed, page by page, and deleted', async () => {
    const { client } = await startTrial();
    const tasks = [];
    for (let count = 0; count < 3; count += 1) {
      const task = await client.submit(FAILING_FILE);
      await task.waitForEnd();
      tasks.unshift(task);
    }
    const listed = await client.tasks({ status: 'done', limit: 2 }).toArray();
    expect(listed.map(({ task_id }) => task_id)).toEqual(tasks.map(({ id }) => id));
    expect(await client.tasks({ status: 'failed' }).toArray()).toEqual([]);
    const [newest] = tasks;
    await newest?.delete();
    await expect(newest?.get()).rejects.toEqual(refusal('task_not_found'));
    await expect(newest?.waitForEnd()).rejects.toEqual(refusal('task_not_found'));
  });
});

describe('a lost reply', () => {
  it('of a number or a file is asked for again, and nothing is charged twice', async () => {
    const { client, balance } = await startTrial({ credits: 3, fetch: losingFirstReplies() });
    expect((await client.verify(DEAD)).status).toBe('dead');
    const task = await client.submit({ name: 'people.csv', content: `phone\r\n${DEAD}\r\n` });
    expect((await task.waitForEnd({ transport: 'polling' })).status).toBe('done');
    expect(await (await task.download()).text()).toMatch(/dead\n$/);
    expect(await balance()).toEqual({ available: 1, held: 0 });
    await task.delete();
  });

  it('that was an event stream is connected to again, from the last event on', async () => {
    const lastEventIds: (string | null)[] = [];
    let answerSlowChecks: (() => void) | undefined;
    const { server, client } = await startTrial({
      fetch: cuttingFirstStream((lastEventId) => {
        lastEventIds.push(lastEventId);
        if (lastEventIds.length > 1) answerSlowChecks?.();
      }),
    });
    answerSlowChecks = () => server.answerSlowChecks?.();
    const task = await client.submit({ name: 'people.csv', content: `phone\r\n${SLOW}\r\n` });
    const statuses = [];
    for await (const { status } of task) statuses.push(status);
    expect(statuses.at(-1)).toBe('done');
    expect(lastEventIds).toEqual([null, expect.stringMatching(/^(queued|processing)-0/)]);
  });
});

describe('an account', () => {
  it('sees its credits, its charges and its mark', async () => {
    const { client } = await startTrial({ credits: 5 });
    await client.verify(DEAD);
    expect(await client.credits()).toEqual({ available: 4, held: 0 });
    const entries = await client.creditEntries({ limit: 1 }).toArray();
    expect(entries).toMatchObject([
      { kind: 'charge', credits: -1 },
      { kind: 'grant', credits: 5 },
    ]);
    expect((await client.account()).account).toMatch(/^[\w-]{16}$/);
  });

  it('has webhooks', async () => {
    const { client } = await startTrial();
    const url = 'https://receiver.example/hooks';
    const { webhook_id, secret } = await client.webhooks.create({ url, events: ['task.done'] });
    expect(secret).toMatch(/^whsec_/);
    expect(await client.webhooks.list()).toMatchObject([{ webhook_id, url }]);
    expect((await client.webhooks.rotateSecret(webhook_id)).secret).not.toBe(secret);
    const since = new Date(Date.now() - 1_000).toISOString();
    expect(await client.webhooks.replay(webhook_id, { since })).toEqual({ deliveries: 0 });
    expect(await client.webhooks.deliveries(webhook_id).toArray()).toEqual([]);
    await client.webhooks.delete(webhook_id);
    await expect(client.webhooks.delete(webhook_id)).rejects.toEqual(refusal('webhook_not_found'));
  });

  it('has tokens', async () => {
    const { server, client } = await startTrial();
    const { token, token_id } = await client.tokens.create({ name: 'crm', scopes: ['read'] });
    const narrow = new DialproofClient({ baseUrl: server.baseUrl, token });
    expect((await narrow.credits()).held).toBe(0);
    await expect(narrow.tokens.list()).rejects.toEqual(refusal('forbidden'));
    const shown = expect.objectContaining({ token_id, name: 'crm', scopes: ['read'] });
    expect(await client.tokens.list()).toContainEqual(shown);
    await client.tokens.revoke(token_id);
    await expect(narrow.credits()).rejects.toEqual(refusal('not_authenticated'));
    await expect(client.tokens.revoke(token_id)).rejects.toEqual(refusal('token_not_found'));
  });

  it('is opened by its email address, once, by anyone who has read the description', async () => {
    const { baseUrl } = await startServer();
    const visitor = new DialproofClient({ baseUrl });
    expect(Object.keys((await visitor.describe())['paths'] ?? {})).toContain('/v1/verify');
    const { token } = await visitor.register('data@example.com');
    expect((await new DialproofClient({ baseUrl, token }).credits()).held).toBe(0);
    await expect(visitor.register('data@example.com')).rejects.toEqual(refusal('email_taken'));
  });
});

/** A network that loses the first reply to each kind of request after the server has made it. */
function losingFirstReplies(): Fetch {
  const seen = new Set<string>();
  return async (url, init) => {
    const response = await fetch(url, init);
    const request = `${init.method} ${new URL(url).pathname}`;
    if (seen.has(request)) return response;
    seen.add(request);
    await response.arrayBuffer();
    throw new TypeError('the connection broke');
  };
}

/** A network that breaks the first event stream off after its first event. It reports the `Last-Event-ID` of each stream. */
function cuttingFirstStream(onStream: (lastEventId: string | null) => void): Fetch {
  let streams = 0;
  return async (url, init) => {
    const response = await fetch(url, init);
    if (!url.endsWith('/events') || response.body === null) return response;
    onStream(new Headers(init.headers).get('last-event-id'));
    streams += 1;
    if (streams > 1) return response;
    let text = '';
    const decoder = new TextDecoder();
    const firstEvent = new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, controller) {
        controller.enqueue(piece);
        text += decoder.decode(piece, { stream: true });
        if (/data: .*\n\n/.test(text)) controller.terminate();
      },
    });
    return new Response(response.body.pipeThrough(firstEvent), { headers: response.headers });
  };
}
