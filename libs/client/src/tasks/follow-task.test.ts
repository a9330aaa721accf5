import { describe, expect, it } from 'vitest';
import type { Task } from '../api/api.js';
import { sampleTask } from '../fixtures/sample-task.fixture.js';
import {
  type Answer,
  json,
  refusal,
  type SentRequest,
  scriptedClient,
  unreachable,
} from '../fixtures/scripted-fetch.fixture.js';
import type { FollowOptions } from './task-handle.js';

const QUEUED = sampleTask({ status: 'queued' });
const HALF = sampleTask({ processed: 1 });
const DONE = sampleTask({ status: 'done', processed: 3 });

const EVENTS = { 'content-type': 'text/event-stream' };

/** A stream of these states, which ends behind them. */
function events(...tasks: readonly Task[]): Response {
  const texts = tasks.map(
    (task) => `id: ${task.status}-${task.processed}\ndata: ${JSON.stringify(task)}\n\n`,
  );
  return new Response(`retry: 3000\n\n${texts.join('')}`, { headers: EVENTS });
}

async function followed(answers: readonly Answer[], options: FollowOptions = {}) {
  const { client, sent, clock } = scriptedClient(answers);
  const states: string[] = [];
  let failure: unknown;
  try {
    for await (const { status, processed } of client.task('one').follow(options)) {
      states.push(`${status} ${processed}`);
    }
  } catch (error) {
    failure = error;
  }
  return { states, failure, asked: sent.map(({ url }) => url.pathname.replace(/.*tasks/, '')), sent, clock };
}

/** A stream that a proxy holds back: its headers come, and nothing else. */
function silent(endBounds: () => void, before = ''): Answer {
  return ({ signal }: SentRequest) =>
    new Response(
      new ReadableStream(
        {
          start(controller) {
            signal?.addEventListener('abort', () => controller.error(signal.reason));
            if (before !== '') controller.enqueue(new TextEncoder().encode(before));
          },
          pull: () => endBounds(),
        },
        { highWaterMark: before === '' ? 0 : 1 },
      ),
      { headers: EVENTS },
    );
}

describe('a task that is followed', () => {
  it('is followed by one stream to its end', async () => {
    const { states, asked } = await followed([events(QUEUED, HALF, DONE)]);
    expect(states).toEqual(['queued 0', 'processing 1', 'done 3']);
    expect(asked).toEqual(['/one/events']);
  });

  it('is followed on from the last event when the stream ends before it', async () => {
    const { states, sent, clock } = await followed([events(QUEUED, HALF), events(DONE)]);
    expect(states).toEqual(['queued 0', 'processing 1', 'done 3']);
    expect(sent.map(({ headers }) => headers.get('last-event-id'))).toEqual([null, 'processing-1']);
    expect(clock.pauses).toEqual([3_000]);
  });

  it('is followed on when the server was away for a while', async () => {
    const away = Array.from({ length: 12 }, unreachable);
    const { states } = await followed([events(HALF), ...away, events(DONE)]);
    expect(states).toEqual(['processing 1', 'done 3']);
  });

  it('is followed on after failures that no other request is repeated after', async () => {
    const failed = () => refusal(500, 'internal_error');
    const listened = await followed([events(HALF), failed(), failed(), events(DONE)]);
    expect(listened.states).toEqual(['processing 1', 'done 3']);
    // A proxy's own status is no answer about events, so the task is polled.
    const proxied = () => new Response('<html>', { status: 522 });
    const polled = await followed([events(HALF), proxied(), proxied(), failed(), json(200, DONE)]);
    expect(polled.states).toEqual(['processing 1', 'done 3']);
  });

  it('says when the server gets out of reach, and when it is back without news', async () => {
    const told: boolean[] = [];
    const onLost = (isLost: boolean) => told.push(isLost);
    const { states } = await followed([events(HALF), unreachable(), unreachable(), events(), events(DONE)], {
      onLost,
    });
    expect(states).toEqual(['processing 1', 'done 3']);
    expect(told).toEqual([true, false]);
  });

  it('is given up when the server stays away', async () => {
    const away = Array.from({ length: 100 }, unreachable);
    const { states, failure, clock } = await followed([events(HALF), ...away], { patienceMs: 20_000 });
    expect(states).toEqual(['processing 1']);
    expect(failure).toMatchObject({ code: 'connection_failed' });
    expect(clock.now()).toBeLessThanOrEqual(20_000 + 3_000);
  });

  it.each([
    ['a page in place of events', new Response('<html>', { headers: { 'content-type': 'text/html' } })],
    ['no place for one more stream', refusal(429, 'too_many_requests')],
    ['too many streams in all', refusal(503, 'overloaded')],
  ])('is polled if there is %s', async (_what, answer) => {
    const { states, asked, clock } = await followed([
      answer,
      json(200, QUEUED),
      json(200, QUEUED),
      json(200, HALF),
      json(200, DONE),
    ]);
    expect(states).toEqual(['queued 0', 'processing 1', 'done 3']);
    expect(asked).toEqual(['/one/events', '/one', '/one', '/one', '/one']);
    expect(clock.pauses).toEqual([2_000, 2_000, 2_000]);
  });

  it('is polled if a proxy holds the events back', async () => {
    let end = (): void => {};
    const { client, sent, clock } = scriptedClient([silent(() => end()), json(200, DONE)]);
    end = () => clock.endBounds();
    expect((await client.task('one').waitForEnd()).status).toBe('done');
    expect(sent.map(({ url }) => url.pathname.split('/').at(-1))).toEqual(['events', 'one']);
  });

  it('is polled from the beginning if the caller says so', async () => {
    const polled = await followed([json(200, DONE)], { transport: 'polling' });
    expect(polled.asked).toEqual(['/one']);
  });

  it('is polled as often as the caller says', async () => {
    const { clock } = await followed([json(200, HALF), json(200, DONE)], {
      transport: 'polling',
      pollMs: 100,
    });
    expect(clock.pauses).toEqual([100]);
  });

  it('is polled once more if the stream has no news', async () => {
    const { states } = await followed([new Response(null, { status: 204 }), json(200, DONE)]);
    expect(states).toEqual(['done 3']);
  });

  it.each([
    [404, 'task_not_found'],
    [401, 'not_authenticated'],
  ])('fails with %i %s', async (status, code) => {
    const { failure, asked } = await followed([refusal(status, code)]);
    expect(failure).toMatchObject({ code });
    expect(asked).toHaveLength(1);
  });

  it('fails if the server can tell no states', async () => {
    const { failure, asked } = await followed([refusal(501, 'not_supported'), refusal(501, 'not_supported')]);
    expect(failure).toMatchObject({ code: 'not_supported' });
    expect(asked).toEqual(['/one/events', '/one']);
  });

  it('closes its connection when it is left', async () => {
    const body = new TextEncoder().encode(`data: ${JSON.stringify(HALF)}\n\n`);
    let isCancelled = false;
    const endless = new ReadableStream({
      start: (controller) => controller.enqueue(body),
      cancel: () => {
        isCancelled = true;
      },
    });
    const { client } = scriptedClient([new Response(endless, { headers: EVENTS })]);
    for await (const _state of client.task('one')) break;
    expect(isCancelled).toBe(true);
  });

  it('ends with the reason of the caller', async () => {
    const caller = new AbortController();
    const { client } = scriptedClient([silent(() => caller.abort(new RangeError('left')))]);
    await expect(client.task('one').waitForEnd({ signal: caller.signal })).rejects.toThrow(RangeError);
  });

  it('shows each state on the way to its end', async () => {
    const { client } = scriptedClient([events(QUEUED, HALF, DONE)]);
    const seen: number[] = [];
    const end = await client.task('one').waitForEnd({ onProgress: ({ processed }) => seen.push(processed) });
    expect([end, seen]).toEqual([DONE, [0, 1, 3]]);
  });
});
