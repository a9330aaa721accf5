import { DialproofError } from '@dialproof/core';
import { describe, expect, it } from 'vitest';
import { trialTask } from '../fixtures/trial-task.fixture.js';
import { expectNothingLeft, HEARTBEAT_MS, type Listener, listen } from './event-listener.fixture.js';

describe('an event stream that is left', () => {
  it.each<[string, (listener: Listener) => unknown]>([
    ['by the client', ({ client }) => client.abort()],
    ['by its reader', (listener) => listener.leave()],
    ['because all streams are closed', ({ closing }) => closing.abort()],
  ])('%s while it waits ends at once and leaves nothing', async (_how, leave) => {
    const trial = await trialTask();
    const listener = listen(trial);
    await listener.piece();
    await listener.piece();
    const next = listener.piece();
    await trial.watched();
    expect(listener.clock.pending).toBe(1);
    await leave(listener);
    expect(await next).toBeUndefined();
    expectNothingLeft(trial, listener);
  });

  it.each<[string, (listener: Listener) => unknown]>([
    ['by the client', ({ client }) => client.abort()],
    ['by its reader', (listener) => listener.leave()],
    ['because all streams are closed', ({ closing }) => closing.abort()],
  ])('%s between two pieces ends and leaves nothing', async (_how, leave) => {
    const trial = await trialTask();
    const listener = listen(trial);
    await listener.piece();
    await listener.piece();
    await leave(listener);
    expect(await listener.piece()).toBeUndefined();
    expectNothingLeft(trial, listener);
  });

  it('ends although its watch does not', async () => {
    const trial = await trialTask();
    const never = new Promise<never>(() => {});
    const silent = { [Symbol.asyncIterator]: () => ({ next: () => never, return: () => never }) };
    const listener = listen({ ...trial, service: { ...trial.service, watch: () => silent } });
    await listener.piece();
    const next = listener.piece();
    listener.client.abort();
    expect(await next).toBeUndefined();
    expectNothingLeft(trial, listener);
  });

  it('ends although its watch ignores it, also between two pieces', async () => {
    const trial = await trialTask();
    const silent = { [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => {}) }) };
    const listener = listen({ ...trial, service: { ...trial.service, watch: () => silent } });
    await listener.piece();
    const line = listener.piece();
    await listener.pass(HEARTBEAT_MS);
    await line;
    listener.closing.abort();
    expect(await listener.piece()).toBeUndefined();
    expectNothingLeft(trial, listener);
  });

  it('reports no failure of the store afterwards', async () => {
    const trial = await trialTask();
    const listener = listen(trial);
    await listener.piece();
    trial.store.find = () => {
      listener.client.abort();
      return Promise.reject(new DialproofError('storage_unavailable'));
    };
    expect(await listener.piece()).toBeUndefined();
    expectNothingLeft(trial, listener);
  });
});

describe('an event stream whose store fails', () => {
  it('fails with its error and leaves nothing', async () => {
    const trial = await trialTask();
    const listener = listen(trial);
    await listener.piece();
    await listener.piece();
    trial.store.find = () => Promise.reject(new DialproofError('storage_unavailable'));
    const next = listener.piece();
    await trial.watched();
    trial.clock.advance(1_000);
    await expect(next).rejects.toMatchObject({ code: 'storage_unavailable' });
    expectNothingLeft(trial, listener);
  });
});
