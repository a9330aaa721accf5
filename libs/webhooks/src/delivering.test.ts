import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { answering, Receiver } from './receiver.fixture.js';
import { ADA, type Trial, trialWebhooks, until } from './trial-webhooks.fixture.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const MAX_JITTER = 1.1;

/** One webhook of Ada's at a receiver. */
async function trial(options: Parameters<typeof trialWebhooks>[0] = {}) {
  const receiver = await Receiver.start();
  const made = trialWebhooks({ receiver, ...options });
  const webhook = await made.webhooks.create({
    accountId: ADA,
    url: receiver.url,
    events: ['task.done', 'task.failed'],
  });
  return { ...made, receiver, webhook };
}

/** Lets the pause end that the last failure was followed by, and works. */
async function workAfter({ clock, webhooks }: Trial, ms: number): Promise<void> {
  clock.advance(Math.ceil(ms * MAX_JITTER));
  await webhooks.work();
}

describe('a delivery', () => {
  it('is verified by the library of Standard Webhooks, and has only ids and times', async () => {
    const made = await trial();
    const taskId = made.taskEnds();
    const occurredAt = made.clock.now();
    expect(await made.webhooks.work()).toEqual({ did: 'work', taskId: null });
    const [{ body, headers, path } = { body: '', headers: {}, path: '' }] = made.receiver.received;
    expect(new Webhook(made.webhook.secret).verify(body, made.receiver.headersOf(0))).toEqual({
      type: 'task.done',
      timestamp: new Date(occurredAt).toISOString(),
      data: { task_id: taskId },
    });
    expect(path).toBe('/hooks?for=ada');
    expect(headers['content-type']).toBe('application/json');
    expect(headers['webhook-id']).toMatch(/^[\w-]{1,64}$/);
    expect(() => new Webhook(made.webhook.secret).verify(`${body} `, made.receiver.headersOf(0))).toThrow();
    expect(await made.webhooks.work()).toMatchObject({ did: 'nothing' });
    expect(made.receiver.received).toHaveLength(1);
  });

  it('is signed with both secrets while a rotation lasts', async () => {
    const { clock, receiver, taskEnds, webhook, webhooks } = await trial();
    const { secret } = await webhooks.rotate({ ...webhook, keepOldMs: HOUR_MS });
    expect(secret).not.toBe(webhook.secret);
    taskEnds();
    await webhooks.work();
    for (const valid of [secret, webhook.secret]) {
      new Webhook(valid).verify(receiver.received[0]?.body ?? '', receiver.headersOf(0));
    }
    expect(receiver.headersOf(0)['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/);
    clock.advance(HOUR_MS);
    taskEnds();
    await webhooks.work();
    expect(receiver.headersOf(1)['webhook-signature']).toMatch(/^v1,\S+$/);
  });

  it('is tried again under its id on the schedule, then given up and reported', async () => {
    const made = await trial({ disableAfterMs: 400 * HOUR_MS });
    const { failures, receiver, taskEnds, webhook, webhooks } = made;
    receiver.answer = answering(500);
    taskEnds();
    await webhooks.work();
    const pauses = [5_000, 5 * MINUTE_MS, 30 * MINUTE_MS].concat(
      [2, 5, 10, 14, 20, 24].map((h) => h * HOUR_MS),
    );
    for (const [tried, pauseMs] of pauses.entries()) {
      await workAfter(made, pauseMs * 0.8);
      expect(receiver.received).toHaveLength(tried + 1);
      await workAfter(made, pauseMs * 0.3);
      expect(receiver.received).toHaveLength(tried + 2);
    }
    await workAfter(made, 50 * HOUR_MS);
    expect(receiver.received).toHaveLength(10);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(failures).toMatchObject([
      { kind: 'webhook_failing', count: 1 },
      { kind: 'webhook_failed', count: 1 },
    ]);
    for (const { message } of failures) {
      expect(message).toContain('it answered 500');
      expect(message).not.toContain('for=ada');
    }
    receiver.answer = answering(200);
    expect(await webhooks.replay({ ...webhook, since: 0 })).toEqual({ deliveries: 1 });
    await webhooks.work();
    expect(receiver.received).toHaveLength(11);
    expect(receiver.headersOf(10)['webhook-id']).toBe(receiver.headersOf(0)['webhook-id']);
  });

  it('is tried again later if the receiver asks for it, a day later at most', async () => {
    const made = await trial();
    const { clock, receiver, taskEnds, webhooks } = made;
    receiver.answer = answering(429, { 'retry-after': '600' });
    taskEnds();
    await webhooks.work();
    clock.advance(600_000 - 1);
    await webhooks.work();
    expect(receiver.received).toHaveLength(1);
    clock.advance(1);
    receiver.answer = answering(503, { 'retry-after': '999999' });
    await webhooks.work();
    expect(receiver.received).toHaveLength(2);
    clock.advance(24 * HOUR_MS - 1);
    await webhooks.work();
    expect(receiver.received).toHaveLength(2);
    clock.advance(1);
    await webhooks.work();
    expect(receiver.received).toHaveLength(3);
  });

  it('is reported when it has failed twice, and no other until one has succeeded', async () => {
    let isKnown = false;
    const resolve = async () => {
      if (isKnown) return ['127.0.0.1'];
      throw Object.assign(new Error('queryA ENOTFOUND receiver.test'), { code: 'ENOTFOUND' });
    };
    const made = await trial({ resolve });
    const { failures, receiver, taskEnds, webhook, webhooks } = made;
    taskEnds();
    await webhooks.work();
    expect(failures).toEqual([]);
    await workAfter(made, 5_000);
    expect(failures).toMatchObject([{ kind: 'webhook_failing', count: 1 }]);
    expect(failures[0]?.message).toContain(webhook.webhookId);
    expect(failures[0]?.message).toContain(`${new URL(receiver.url).host} fails`);
    expect(failures[0]?.message).toContain('ENOTFOUND');
    taskEnds();
    await webhooks.work();
    await workAfter(made, 5 * MINUTE_MS);
    expect(failures).toHaveLength(1);

    isKnown = true;
    await workAfter(made, HOUR_MS);
    expect(receiver.received).toHaveLength(2);
    isKnown = false;
    taskEnds();
    await webhooks.work();
    expect(failures).toHaveLength(1);
    await workAfter(made, 5_000);
    expect(failures).toMatchObject([{ kind: 'webhook_failing' }, { kind: 'webhook_failing' }]);
  });

  it('disables a webhook whose receiver is gone', async () => {
    const { failures, receiver, taskEnds, webhooks } = await trial();
    receiver.answer = answering(410);
    taskEnds();
    taskEnds();
    await webhooks.work();
    taskEnds();
    await webhooks.work();
    expect(receiver.received.length).toBeLessThanOrEqual(2);
    expect(await webhooks.list(ADA)).toMatchObject([{ disabledReason: 'gone' }]);
    expect(failures.map(({ kind }) => kind)).toContain('webhook_disabled');
  });

  it('disables a webhook that has failed for days, and every one is reported', async () => {
    const made = await trial();
    const other = await made.webhooks.create({
      accountId: ADA,
      url: made.receiver.url,
      events: ['task.done'],
    });
    made.receiver.answer = answering(500);
    for (let day = 0; day < 6; day += 1) {
      made.taskEnds();
      await workAfter(made, 24 * HOUR_MS);
    }
    const reported = made.failures.filter(({ kind }) => kind === 'webhook_disabled');
    expect(reported).toHaveLength(2);
    expect(reported.map(({ message }) => message).join()).toContain(other.webhookId);
    expect(await made.webhooks.list(ADA)).toMatchObject([
      { disabledReason: 'failing' },
      { disabledReason: 'failing' },
    ]);
  });

  it.each([
    ['follows no redirect', answering(301, { location: 'https://receiver.test/elsewhere' })],
    ['takes nothing for success that is none', answering(199 + 105)],
    [
      'has failed if the connection is closed without an answer',
      (response) => void response.socket?.destroy(),
    ],
    [
      'has failed if the answer breaks off before its headers end',
      (response) => void response.socket?.end('HTTP/1.1 200 OK\r\ncontent-le'),
    ],
    ['has failed where the answer is no HTTP', (response) => void response.socket?.end('hello\r\n\r\n')],
    [
      'has failed if the headers are endless',
      (response) => {
        response.writeHead(200, { 'x-long': 'x'.repeat(100_000) }).end();
      },
    ],
  ] satisfies [string, Receiver['answer']][])('%s', async (_, answer) => {
    const made = await trial();
    made.receiver.answer = answer;
    made.taskEnds();
    await made.webhooks.work();
    expect(made.receiver.received).toHaveLength(1);
    await workAfter(made, 5_000);
    expect(made.receiver.received).toHaveLength(2);
  });

  it.each([
    ['is as long as it likes', (response) => void response.writeHead(200).write('x'.repeat(1_000_000))],
    ['never ends', (response) => void response.writeHead(202).write('{')],
    ['breaks off', (response) => void response.writeHead(200, { 'content-length': '99' }).write('{')],
  ] satisfies [string, Receiver['answer']][])(
    'has succeeded with its status if the body %s',
    async (_, answer) => {
      const made = await trial();
      made.receiver.answer = answer;
      made.taskEnds();
      await made.webhooks.work();
      await workAfter(made, HOUR_MS);
      expect(made.receiver.received).toHaveLength(1);
    },
  );

  it('has failed if the receiver stalls for twenty seconds', async () => {
    const made = await trial();
    made.receiver.answer = () => {};
    made.taskEnds();
    const working = made.webhooks.work();
    await until(() => made.receiver.received.length === 1);
    made.clock.advance(20_000);
    await working;
    made.receiver.answer = answering(200);
    await workAfter(made, 5_000);
    expect(made.receiver.received).toHaveLength(2);
  });

  it('has failed if no server listens', async () => {
    const made = await trial();
    made.taskEnds();
    await made.receiver.close();
    expect(await made.webhooks.work()).toEqual({ did: 'work', taskId: null });
    expect(await made.webhooks.work()).toMatchObject({ did: 'nothing' });
    const outcome = await made.webhooks.work();
    expect(outcome.did === 'nothing' && outcome.retryAfterMs).toBeGreaterThanOrEqual(4_500);
  });

  it('is not sent to a receiver with an invalid certificate', async () => {
    const impostor = await Receiver.start('impostor.test');
    for (const trustedCertificates of [[impostor.certificate], undefined]) {
      const made = trialWebhooks({ ...(trustedCertificates && { trustedCertificates }) });
      await made.webhooks.create({ accountId: ADA, url: impostor.url, events: ['task.done'] });
      made.taskEnds();
      expect(await made.webhooks.work()).toEqual({ did: 'work', taskId: null });
    }
    expect(impostor.received).toEqual([]);
  });

  it('is cut when the work has to stop, and sent again', async () => {
    const made = await trial();
    const { clock, receiver, taskEnds, webhooks } = made;
    receiver.answer = () => {};
    taskEnds();
    const stopping = new AbortController();
    const working = webhooks.work(stopping.signal);
    await until(() => receiver.received.length === 1);
    stopping.abort();
    await until(() => clock.pending >= 2);
    clock.advance(5_000);
    await working;
    expect(await webhooks.work(stopping.signal)).toEqual({ did: 'nothing', retryAfterMs: 0 });
    receiver.answer = answering(200);
    await webhooks.work();
    expect(receiver.received).toHaveLength(2);
    expect(receiver.headersOf(1)['webhook-id']).toBe(receiver.headersOf(0)['webhook-id']);
  });

  it('ends within the grace when the work has to stop', async () => {
    const { receiver, store, taskEnds, webhook, webhooks } = await trial();
    let finish = (): void => {};
    receiver.answer = (response) => {
      finish = () => void response.writeHead(200).end();
    };
    taskEnds();
    const stopping = new AbortController();
    const working = webhooks.work(stopping.signal);
    await until(() => receiver.received.length === 1);
    stopping.abort();
    finish();
    await working;
    expect(await store.replay({ ...webhook, since: 0, which: 'undelivered' })).toBe(0);
  });
});
