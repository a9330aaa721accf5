import { describe, expect, it } from 'vitest';
import { gatedChecker } from '../../fixtures/gated-checker.fixture.js';
import { trialApp } from './trial-app.fixture.js';
import { TrialUser } from './trial-user.fixture.js';

const DAY_MS = 24 * 60 * 60 * 1_000;
const FILE = 'name,phone\nAnn,+14155550100\nBen,+1 (415) 555-0102\nAnn,+14155550100\nCleo,\n';

describe("the host's users and billing in Dialproof's API", () => {
  it('verifies a number and a file on account, and has both on the statement and the invoice', async () => {
    const { origin, logged } = await trialApp();
    const ann = await TrialUser.signUp(origin);
    expect(await (await ann.verify('+1 415-555-0101')).json()).toMatchObject({
      phone: '+14155550101',
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

    expect(await ann.charges()).toEqual([
      { credits: 1, task_id: null },
      { credits: 2, task_id: taskId },
    ]);
    expect(await ann.wallet()).toEqual({ used: 3, held: 0 });
    const invoice = await ann.json<{ invoice_id: string }>(201, '/billing/invoices', {});
    expect(invoice).toMatchObject({ credits: 3, amount_cents: 6, paid_at: null });
    await ann.json(200, `/billing/invoices/${invoice.invoice_id}/pay`, {});
    expect(await ann.wallet()).toEqual({ used: 0, held: 0 });
    expect(logged).toEqual([]);
  });

  it("verifies a user's own number from the host's code, and keeps what it found", async () => {
    const { origin } = await trialApp();
    const ann = await TrialUser.signUp(origin);
    expect(await ann.json(200, '/me')).toMatchObject({ email: 'ann@example.com', phone: null });
    const verified = await ann.json(200, '/me/phone', { phone: '+1 415 555 0100' });
    expect(verified).toMatchObject({ phone: '+14155550100', status: 'wa_registered' });
    expect(await ann.json(200, '/me')).toMatchObject({ phone: verified });
    expect(await ann.charges()).toEqual([{ credits: 1, task_id: null }]);
  });

  it("refuses in the host's own form what the host's code asks Dialproof in vain", async () => {
    const { origin } = await trialApp();
    const ann = await TrialUser.signUp(origin);
    expect(await ann.json(422, '/me/phone', { phone: 'none' })).toMatchObject({
      statusCode: 422,
      error: 'Unprocessable Entity',
    });
    const rows = Array.from({ length: 100 }, (_, row) => `+1415555${1000 + row}`);
    await ann.reaches(await ann.submitted(`phone\n${rows.join('\n')}\n`), 'done');
    expect(await ann.json(402, '/me/phone', { phone: '+14155550100' })).toMatchObject({ statusCode: 402 });
    expect(await ann.json(200, '/me')).toMatchObject({ phone: null });
  });

  it("shows nobody another user's tasks, charges and invoices", async () => {
    const { origin } = await trialApp();
    const ann = await TrialUser.signUp(origin);
    const ben = await TrialUser.signUp(origin, 'ben@example.com');
    const taskId = await ann.submitted(FILE);
    await ann.reaches(taskId, 'done');
    for (const path of [taskId, `${taskId}/download`]) {
      const reply = await ben.ask(`/phones/v1/verify/tasks/${path}`);
      expect([reply.status, await reply.json()]).toMatchObject([404, { detail: 'task_not_found' }]);
    }
    expect(await ben.charges()).toEqual([]);
    await ben.json(409, '/billing/invoices', {});
    const { invoice_id } = await ann.json<{ invoice_id: string }>(201, '/billing/invoices', {});
    await ben.json(404, `/billing/invoices/${invoice_id}/pay`, {});
    expect(await ben.json(200, '/billing/invoices')).toEqual([]);
  });

  it('refuses what is over the limit', async () => {
    const { origin } = await trialApp();
    const ann = await TrialUser.signUp(origin);
    const rows = Array.from({ length: 101 }, (_, row) => `+1415555${1000 + row}`);
    const reply = await ann.submit(`phone\n${rows.join('\n')}\n`);
    expect([reply.status, await reply.json()]).toEqual([402, { detail: 'insufficient_credits' }]);
    expect(await ann.wallet()).toEqual({ used: 0, held: 0 });
  });

  it('suspends who has not paid in time, until the invoice is paid', async () => {
    let now = Date.now();
    const { origin } = await trialApp({ now: () => now });
    const ann = await TrialUser.signUp(origin);
    await ann.verify('+14155550100');
    const { invoice_id } = await ann.json<{ invoice_id: string }>(201, '/billing/invoices', {});
    now += 13 * DAY_MS;
    expect((await ann.verify('+14155550100')).status).toBe(200);

    now += DAY_MS;
    const refused = await ann.verify('+14155550100');
    expect([refused.status, await refused.json()]).toMatchObject([403, { detail: 'account_suspended' }]);
    const phone = '+14155550100';
    expect(await ann.json(403, '/me/phone', { phone })).toMatchObject({ error: 'Forbidden' });
    expect(await ann.json(200, '/me')).toMatchObject({ suspended: true });

    await ann.json(200, `/billing/invoices/${invoice_id}/pay`, {});
    expect((await ann.verify('+14155550100')).status).toBe(200);
    expect(await ann.json(200, '/me')).toMatchObject({ suspended: false });
  });

  it('keeps a task and its credits over a restart in the middle of it', async () => {
    const checker = gatedChecker();
    const first = await trialApp({ checker });
    const ann = await TrialUser.signUp(first.origin);
    const taskId = await ann.submitted(FILE);
    await checker.asked;
    expect(await ann.wallet()).toEqual({ used: 0, held: 3 });
    await first.close();
    expect(first.logged).toEqual([]);

    const second = await trialApp({ dataDirectory: first.dataDirectory });
    const later = ann.at(second.origin);
    await later.reaches(taskId, 'done');
    expect(await later.wallet()).toEqual({ used: 2, held: 0 });
    expect(await later.charges()).toEqual([{ credits: 2, task_id: taskId }]);
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
