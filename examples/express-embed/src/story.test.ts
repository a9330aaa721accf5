import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { gatedChecker } from '../../fixtures/gated-checker.fixture.js';
import { trialApp } from './trial-app.fixture.js';
import { TrialUser } from './trial-user.fixture.js';

const DAY_MS = 24 * 60 * 60 * 1_000;
const FILE = 'name,phone\nAnn,+14155550100\nBen,+1 (415) 555-0102\nAnn,+14155550100\nCleo,\n';

describe("the host's users and billing in Dialproof's API", () => {
  it('sells credits, verifies a number and a file with them, and has both on the statement', async () => {
    const { origin, logged } = await trialApp();
    const ann = await TrialUser.signUp(origin);
    expect(await ann.credits()).toEqual({ available: 0, held: 0 });
    await ann.buy(10);

    expect(await (await ann.verify('+1 415-555-0101')).json()).toMatchObject({
      status: 'telegram_registered',
    });
    const taskId = await ann.submitted(FILE);
    await ann.reaches(taskId, 'done');
    const result = await ann.ask(`/phones/v1/verify/tasks/${taskId}/download`);
    expect((await result.text()).trimEnd().split(/\r?\n/)).toEqual([
      'name,phone,verification_status',
      'Ann,+14155550100,wa_registered',
      'Ben,+1 (415) 555-0102,dead',
      'Ann,+14155550100,wa_registered',
      'Cleo,,unknown',
    ]);

    expect(await ann.statement()).toEqual([
      { kind: 'invoice', credits: 10 },
      { kind: 'number', credits: -1 },
      { kind: 'file', credits: -2, task_id: taskId },
    ]);
    expect(await ann.credits()).toEqual({ available: 7, held: 0 });
    expect(logged).toEqual([]);
  });

  it("shows nobody another user's tasks, statement and invoices", async () => {
    const { origin } = await trialApp();
    const ann = await TrialUser.signUp(origin);
    const ben = await TrialUser.signUp(origin, 'ben@example.com');
    await ann.buy(10);
    const taskId = await ann.submitted(FILE);
    for (const path of [taskId, `${taskId}/download`]) {
      const reply = await ben.ask(`/phones/v1/verify/tasks/${path}`);
      expect([reply.status, await reply.json()]).toMatchObject([404, { detail: 'task_not_found' }]);
    }
    expect(await ben.statement()).toEqual([]);
    const { invoice_id } = await ann.json<{ invoice_id: string }>(201, '/billing/top-up', { credits: 1 });
    await ben.json(404, `/billing/invoices/${invoice_id}/pay`, {});
    expect(await ben.json(200, '/billing/invoices')).toEqual({ invoices: [] });
  });

  it('refuses what the wallet does not hold', async () => {
    const { origin } = await trialApp();
    const ann = await TrialUser.signUp(origin);
    await ann.buy(2);
    const reply = await ann.submit(FILE);
    expect([reply.status, await reply.json()]).toEqual([402, { detail: 'insufficient_credits' }]);
    expect(await ann.credits()).toEqual({ available: 2, held: 0 });
  });

  it('suspends who has not paid in time, until the invoice is paid', async () => {
    let now = Date.now();
    const { origin } = await trialApp({ now: () => now });
    const ann = await TrialUser.signUp(origin);
    const { invoice_id } = await ann.json<{ invoice_id: string }>(201, '/billing/top-up', { credits: 5 });
    now += 13 * DAY_MS;
    expect((await ann.verify('+14155550100')).status).toBe(200);
    const { entries } = await ann.json<{ entries: unknown[] }>(200, '/billing/statement');
    expect(entries.at(-1)).toMatchObject({ credits: -1, created_at: new Date(now).toISOString() });

    now += DAY_MS;
    const refused = await ann.verify('+14155550100');
    expect([refused.status, await refused.json()]).toMatchObject([403, { detail: 'account_suspended' }]);
    expect(await ann.json(200, '/me')).toMatchObject({ suspended: true, credits: { available: 4, held: 0 } });
    expect(await ann.json(409, '/billing/top-up', { credits: 5 })).toMatchObject({
      error: { code: 'invoice_open' },
    });

    await ann.json(200, `/billing/invoices/${invoice_id}/pay`, {});
    expect((await ann.verify('+14155550100')).status).toBe(200);
    expect(await ann.json(200, '/me')).toMatchObject({ suspended: false });
    await ann.buy(5);
  });

  it('keeps a task and its credits over a restart in the middle of it', async () => {
    const checker = gatedChecker();
    const first = await trialApp({ verification: { checker } });
    const ann = await TrialUser.signUp(first.origin);
    await ann.buy(10);
    const taskId = await ann.submitted(FILE);
    await checker.asked;
    expect(await ann.credits()).toEqual({ available: 7, held: 3 });
    await first.close();

    const second = await trialApp({ dataDirectory: first.dataDirectory });
    const later = ann.at(second.origin);
    await later.reaches(taskId, 'done');
    expect(await later.credits()).toEqual({ available: 8, held: 0 });
    expect((await later.statement()).at(-1)).toEqual({ kind: 'file', credits: -2, task_id: taskId });
  });

  it('answers what is under way before it stops', async () => {
    const checker = gatedChecker();
    const app = await trialApp({ verification: { checker } });
    const ann = await TrialUser.signUp(app.origin);
    await ann.buy(1);
    const reply = ann.verify('+14155550100');
    await checker.asked;
    const closed = Promise.all([app.close(), app.close()]);
    checker.open();
    expect(await (await reply).json()).toMatchObject({ status: 'inactive' });
    await closed;
    await expect(fetch(app.origin)).rejects.toThrow();
  });

  it('stops though clients keep connections on which nothing is under way', async () => {
    const { origin, close } = await trialApp();
    for (const begun of ['', 'GET /me HTTP/1.1\r\nhost: x']) {
      const socket = connect(Number(new URL(origin).port), '127.0.0.1').on('error', () => {});
      await once(socket, 'connect');
      socket.write(begun);
    }
    // Its reply says that the application has seen the connections before.
    expect((await fetch(`${origin}/me`)).status).toBe(401);
    await close();
  });

  it('has one process on a folder', async () => {
    const { dataDirectory } = await trialApp();
    await expect(trialApp({ dataDirectory })).rejects.toThrow(
      'another process already uses this data folder',
    );
  });

  it('gives everything back when the port is taken', async () => {
    const { origin } = await trialApp();
    const { dataDirectory, close } = await trialApp();
    await close();
    const port = Number(new URL(origin).port);
    await expect(trialApp({ dataDirectory, port })).rejects.toThrow('EADDRINUSE');
    await trialApp({ dataDirectory });
  });
});
