import { DialproofError } from '@dialproof/core';
import { describe, expect, it, vi } from 'vitest';
import { queuedTask, serviceWith } from '../../../../tools/tests/fixtures/fake-service.fixture.js';
import { trialTask } from '../fixtures/trial-task.fixture.js';
import { wireTask } from '../operations/tasks/task-shape.js';
import { expectNothingLeft, HEARTBEAT_MS, idOf, listen } from './event-listener.fixture.js';

describe("a task's event stream", () => {
  it('has the present task, each change, and its end, and then ends', async () => {
    const trial = await trialTask();
    const listener = listen(trial);
    const ids: (string | undefined)[] = [idOf(await listener.piece()), idOf(await listener.piece())];
    for (let event = 0; event < 3; event += 1) {
      await trial.step();
      ids.push(idOf(await listener.piece()));
    }
    expect(ids).toEqual(['retry: 2000\n\n', 'queued-0', 'processing-1', 'processing-2', 'done-3']);
    expect(await listener.piece()).toBeUndefined();
    expectNothingLeft(trial, listener);
  });

  it('has each state as a poll has it, and a name that marks the last event', async () => {
    const trial = await trialTask();
    const listener = listen(trial);
    await listener.piece();
    expect(await listener.piece()).toBe(
      `id: queued-0\nevent: progress\ndata: ${JSON.stringify(wireTask(trial.task))}\n\n`,
    );
    await trial.finish();
    const ended = await trial.service.task(trial.task);
    expect(await listener.piece()).toBe(
      `id: done-3\nevent: end\ndata: ${JSON.stringify(wireTask(ended))}\n\n`,
    );
  });

  it('begins nothing before it is read', async () => {
    const trial = await trialTask();
    const listener = listen(trial);
    await listener.leave();
    expect(await listener.piece()).toBeUndefined();
    expectNothingLeft(trial, listener);
  });

  it('leaves out states for a reader that is slow, and never the last one', async () => {
    const trial = await trialTask();
    const listener = listen(trial);
    await listener.piece();
    expect(idOf(await listener.piece())).toBe('queued-0');
    await trial.finish();
    expect(idOf(await listener.piece())).toBe('done-3');
    expect(await listener.piece()).toBeUndefined();
  });
});

describe("the last event of a task's stream", () => {
  it.each(['done', 'failed'] as const)('is named end where the task is %s', async (status) => {
    async function* watch() {
      yield queuedTask({ status });
    }
    const listener = listen({ ...(await trialTask()), service: serviceWith({ watch }) });
    await listener.piece();
    expect(await listener.piece()).toMatch(/^id: \S+\nevent: end\n/);
    expect(await listener.piece()).toBeUndefined();
  });
});

describe("a task's event stream during an outage", () => {
  it('has an event when the task begins to wait, when the next try changes, and when it continues', async () => {
    const until = Date.UTC(2026, 0, 2, 3, 5);
    const waiting = { reason: 'checker_unavailable', since: until - 60_000, nextTryAt: until } as const;
    const states = [
      queuedTask({ status: 'processing', processed: 1 }),
      queuedTask({ status: 'processing', processed: 1, waiting }),
      queuedTask({ status: 'processing', processed: 1, waiting: { ...waiting, nextTryAt: until + 1 } }),
      queuedTask({ status: 'processing', processed: 1 }),
      queuedTask({ status: 'done', processed: 2, checksFailed: 1 }),
    ];
    async function* watch() {
      yield* states;
    }
    const trial = await trialTask();
    const listener = listen({ ...trial, service: serviceWith({ watch }) });
    await listener.piece();
    const pieces: string[] = [];
    for (let piece = await listener.piece(); piece !== undefined; piece = await listener.piece()) {
      pieces.push(piece);
    }
    expect(pieces.map(idOf)).toEqual([
      'processing-1',
      `processing-1-waiting-${until}`,
      `processing-1-waiting-${until + 1}`,
      'processing-1',
      'done-2-failed-1',
    ]);
    expect(pieces[1]).toContain(
      '"waiting":{"reason":"checker_unavailable","since":"2026-01-02T03:04:00.000Z","next_try_at":"2026-01-02T03:05:00.000Z"}',
    );
    expect(pieces[4]).toContain('"checks_failed":1');
  });
});

describe('an event stream that is resumed', () => {
  it('does not repeat the state that the client has', async () => {
    const trial = await trialTask();
    await trial.step();
    const listener = listen(trial, { seenId: 'processing-1' });
    await listener.piece();
    const next = listener.piece();
    await trial.watched();
    await trial.step();
    expect(idOf(await next)).toBe('processing-2');
    await listener.leave();
  });

  it.each(['queued-0', 'processing-2', '', 'done', '{"a":1}'])(
    'sends the state if the client has %j',
    async (seenId) => {
      const trial = await trialTask();
      await trial.step();
      const listener = listen(trial, { seenId });
      await listener.piece();
      expect(idOf(await listener.piece())).toBe('processing-1');
      await listener.leave();
    },
  );

  it('sends the end even to a client that names its id before the task has ended', async () => {
    const trial = await trialTask();
    const listener = listen(trial, { seenId: 'done-3' });
    await listener.piece();
    expect(idOf(await listener.piece())).toBe('queued-0');
    await trial.finish();
    expect(idOf(await listener.piece())).toBe('done-3');
  });
});

describe('an idle event stream', () => {
  it('sends a line that clients skip, repeatedly, and then continues', async () => {
    const trial = await trialTask();
    const listener = listen(trial);
    await listener.piece();
    await listener.piece();
    for (const _time of [1, 2, 3]) {
      const silent = listener.piece();
      await listener.pass(HEARTBEAT_MS);
      expect(await silent).toBe(':\n\n');
    }
    const next = listener.piece();
    await trial.step();
    expect(idOf(await next)).toMatch(/^processing-/);
    expect(listener.clock.pending).toBe(0);
    await listener.leave();
    await trial.finish();
    expectNothingLeft(trial, listener);
  });

  it('waits for a change once, however many lines it sends meanwhile', async () => {
    const trial = await trialTask();
    const change = new Promise<never>(() => {});
    const waits = vi.spyOn(change, 'then');
    const silent = { [Symbol.asyncIterator]: () => ({ next: () => change }) };
    const listener = listen({ ...trial, service: { ...trial.service, watch: () => silent } });
    await listener.piece();
    for (const _time of [1, 2, 3]) {
      const line = listener.piece();
      await listener.pass(HEARTBEAT_MS);
      expect(await line).toBe(':\n\n');
    }
    expect(waits).toHaveBeenCalledTimes(1);
    await listener.leave();
  });
});

describe('an event stream whose client has lost its access', () => {
  const refused = (code: 'not_authenticated' | 'account_suspended') => ({
    access: { confirm: () => Promise.reject(new DialproofError(code)) },
  });

  it.each(['not_authenticated', 'account_suspended'] as const)(
    'ends instead of sending the next line that clients skip: %s',
    async (code) => {
      const trial = await trialTask();
      const listener = listen(trial, refused(code));
      await listener.piece();
      await listener.piece();
      const silent = listener.piece();
      await listener.pass(HEARTBEAT_MS);
      expect(await silent).toBeUndefined();
      expectNothingLeft(trial, listener);
    },
  );

  it('ends even if the task changes all the time', async () => {
    const trial = await trialTask();
    const listener = listen(trial, refused('account_suspended'));
    await listener.piece();
    await listener.piece();
    await listener.pass(2 * HEARTBEAT_MS);
    await trial.step();
    expect(await listener.piece()).toBeUndefined();
    expectNothingLeft(trial, listener);
  });
});

describe('an event stream while the authenticator fails', () => {
  async function listenWith(confirm: () => Promise<never>) {
    const trial = await trialTask();
    const listener = listen(trial, { access: { confirm } });
    await listener.piece();
    await listener.piece();
    return { trial, listener };
  }

  it('fails with its error', async () => {
    const failure = new DialproofError('storage_unavailable');
    const { trial, listener } = await listenWith(() => Promise.reject(failure));
    const line = listener.piece().catch((error: unknown) => error);
    await listener.pass(HEARTBEAT_MS);
    expect(await line).toBe(failure);
    expectNothingLeft(trial, listener);
  });

  it('fails when it has no answer within a heartbeat', async () => {
    const { trial, listener } = await listenWith(() => new Promise<never>(() => {}));
    const line = listener.piece().catch((error: unknown) => error);
    await listener.pass(HEARTBEAT_MS);
    await listener.pass(HEARTBEAT_MS);
    expect(await line).toEqual(new Error('the authenticator has not answered within 15000 ms'));
    expectNothingLeft(trial, listener);
  });

  it('does not wait for its answer when it is left', async () => {
    const { trial, listener } = await listenWith(() => new Promise<never>(() => {}));
    const line = listener.piece();
    await listener.pass(HEARTBEAT_MS);
    listener.client.abort();
    expect(await line).toBeUndefined();
    expectNothingLeft(trial, listener);
  });
});
