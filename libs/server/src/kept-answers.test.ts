import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SqlTaskStore } from '@dialproof/sql';
import { openSqliteDatabase } from '@dialproof/sql/sqlite';
import { startFakeUpstream } from '@dialproof/testkit/upstreams';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checkers, trialFolder, trialServer, verify } from './trial-server.fixture.js';

const NUMBER = '+41791234567';
const OTHER = '+41791234568';
const HOUR_MS = 3_600_000;

interface Answer {
  readonly checked_at: string;
}

/** Settings of a checker over an upstream on this machine, which answers that every line is dead. */
async function upstreamSettings() {
  const upstream = await startFakeUpstream(() => ({ status: 200, body: { line: 'gone' } }));
  onTestFinished(() => upstream.close());
  const dataDirectory = await trialFolder();
  const path = join(dataDirectory, 'lines.json');
  const description = {
    name: 'lines',
    request: { url: `${upstream.baseUrl}/lines/{digits}` },
    answer: { status: [{ path: 'line', values: { gone: 'dead' } }] },
  };
  await writeFile(path, JSON.stringify(description));
  return {
    upstream,
    description,
    path,
    settings: { dataDirectory },
    entry: { checker: 'http', description: path },
  };
}

describe('a server that is started again', () => {
  it('repeats earlier answers of its upstream, for the configured time', async () => {
    const { entry, settings, upstream } = await upstreamSettings();
    const cached = { ...settings, ...checkers([entry], { cacheHours: 1 }) };
    const first = await trialServer(cached);
    const answer: Answer = JSON.parse(await (await verify(first, NUMBER)).text());
    await first.close();

    const second = await trialServer(cached);
    const again: Answer = JSON.parse(await (await verify({ ...second, token: first.token }, NUMBER)).text());
    expect(again).toMatchObject({ phone: NUMBER, status: 'dead' });
    // It was kept before it was answered with.
    expect(Date.parse(again.checked_at)).toBeLessThanOrEqual(Date.parse(answer.checked_at));
    expect(upstream.requests).toHaveLength(1);
  });

  it('asks its upstream about files at once, although an outage was to last for an hour', async () => {
    const { entry, settings } = await upstreamSettings();
    const configured = { ...settings, ...checkers([entry]) };
    const first = await trialServer(configured);
    await first.close();
    const database = await openSqliteDatabase({ file: join(settings.dataDirectory, 'dialproof.sqlite') });
    const pause = { isInferred: false, retryAfterMs: HOUR_MS, failAfterMs: 24 * HOUR_MS };
    await new SqlTaskStore({ database }).reportOutage({ reason: 'checker_out_of_funds', ...pause });
    await database.close();

    const second = await trialServer(configured);
    const headers = { authorization: `Bearer ${first.token}` };
    const body = new FormData();
    body.append('file', new Blob([`phone\n${NUMBER}\n`]), 'people.csv');
    const tasks = `${second.origin}/v1/verify/tasks`;
    await fetch(`${second.origin}/v1/verify/batch`, { method: 'POST', headers, body });
    await expect
      .poll(async () => (await fetch(tasks, { headers })).json())
      .toMatchObject({ tasks: [{ status: 'done', processed: 1 }] });
  });

  it('asks again once the description of its upstream has changed', async () => {
    const { description, entry, path, settings, upstream } = await upstreamSettings();
    const cached = { ...settings, ...checkers([entry], { cacheHours: 1 }) };
    const first = await trialServer(cached);
    expect(await (await verify(first, NUMBER)).json()).toMatchObject({ status: 'dead' });
    await first.close();

    const changed = { ...description, answer: { status: [{ path: 'line', values: { gone: 'inactive' } }] } };
    await writeFile(path, JSON.stringify({ ...changed, noIsCertain: true }));
    const second = await trialServer(cached);
    expect(await (await verify({ ...second, token: first.token }, NUMBER)).json()).toMatchObject({
      status: 'inactive',
    });
    expect(upstream.requests).toHaveLength(2);
  });

  it('continues with the earlier cost of the day', async () => {
    const { entry, settings, upstream } = await upstreamSettings();
    const limited = { ...settings, ...checkers([{ ...entry, price: 0.01 }], { spendingLimit: 0.01 }) };
    const first = await trialServer(limited);
    expect(await (await verify(first, NUMBER)).json()).toMatchObject({ status: 'dead' });
    await first.close();

    const second = await trialServer(limited);
    expect(await (await verify({ ...second, token: first.token }, OTHER)).json()).toMatchObject({
      status: 'unknown',
    });
    expect(upstream.requests).toHaveLength(1);
  });
});
