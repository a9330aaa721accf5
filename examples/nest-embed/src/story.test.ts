import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { gatedChecker } from '../../../tools/tests/fixtures/gated-checker.fixture.js';
import { webhookReceiver } from '../../../tools/tests/fixtures/webhook-receiver.fixture.js';
import { trialApp } from './trial-app.fixture.js';
import { TrialUser } from './trial-user.fixture.js';
import { UsersService } from './users/users.service.js';

const FILE = 'name,phone\nAnn,+14155550100\nBen,+1 (415) 555-0102\nAnn,+14155550100\nCleo,\n';

describe("the host's users and billing in Dialproof's API", () => {
  it('verifies a number and a file, and charges both to the user', async () => {
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

    expect(await ann.credits()).toEqual({ available: 97, held: 0 });
    expect(await ann.json(200, '/phones/v1/credits/entries')).toMatchObject({
      entries: [
        { credits: -2, kind: 'charge', task_id: taskId },
        { credits: -1, kind: 'charge' },
        { credits: 100, kind: 'grant' },
      ],
    });
    expect(await ann.json(200, '/phones/v1/verify/tasks')).toMatchObject({ tasks: [{ task_id: taskId }] });
    expect(logged).toEqual([]);
  });

  it("verifies a user's own number from the host's code, and keeps what it found", async () => {
    const { origin } = await trialApp();
    const ann = await TrialUser.signUp(origin);
    expect(await ann.json(200, '/me')).toMatchObject({ email: 'ann@example.com', phone: null });
    const verified = await ann.json(200, '/me/phone', { phone: '+1 415 555 0100' });
    expect(verified).toMatchObject({ phone: '+14155550100', status: 'wa_registered' });
    expect(await ann.json(200, '/me')).toMatchObject({ phone: verified });
    expect(await ann.credits()).toEqual({ available: 99, held: 0 });
  });

  it("refuses what the host's code asks Dialproof in vain with the status of the error", async () => {
    const { origin } = await trialApp();
    const ann = await TrialUser.signUp(origin);
    expect(await ann.json(422, '/me/phone', { phone: 'none' })).toMatchObject({
      detail: 'invalid_phone',
      hint: expect.any(String),
    });
    const rows = Array.from({ length: 100 }, (_, row) => `+1415555${1000 + row}`);
    await ann.reaches(await ann.submitted(`phone\n${rows.join('\n')}\n`), 'done');
    expect(await ann.json(402, '/me/phone', { phone: '+14155550100' })).toEqual({
      detail: 'insufficient_credits',
    });
    expect(await ann.json(200, '/me')).toMatchObject({ phone: null });
  });

  it("tells a user's webhook when a file is done, and shows nobody another user's", async () => {
    const { connections, received, url } = await webhookReceiver();
    const webhooks = { allowNetworks: ['127.0.0.0/8'], ...connections };
    const { logged, origin } = await trialApp({ webhooks });
    const ann = await TrialUser.signUp(origin);
    const ben = await TrialUser.signUp(origin, 'ben@example.com');
    const hook = { url, events: ['task.done'] };
    const { secret } = await ann.json<{ secret: string }>(201, '/phones/v1/webhooks', hook);
    expect(await ben.json(200, '/phones/v1/webhooks')).toEqual({ webhooks: [] });
    const taskId = await ann.submitted(FILE);
    await expect.poll(() => received).toHaveLength(1);
    const [{ body, headers } = { body: '', headers: {} }] = received;
    expect(new Webhook(secret).verify(body, headers)).toMatchObject({
      type: 'task.done',
      data: { task_id: taskId },
    });
    expect(logged).toEqual([]);
  });

  it("shows nobody another user's tasks", async () => {
    const { origin } = await trialApp();
    const ann = await TrialUser.signUp(origin);
    const ben = await TrialUser.signUp(origin, 'ben@example.com');
    const taskId = await ann.submitted(FILE);
    await ann.reaches(taskId, 'done');
    for (const path of [taskId, `${taskId}/download`]) {
      const reply = await ben.ask(`/phones/v1/verify/tasks/${path}`);
      expect([reply.status, await reply.json()]).toMatchObject([404, { detail: 'task_not_found' }]);
    }
    expect(await ben.credits()).toEqual({ available: 100, held: 0 });
  });

  it('refuses a file beyond the credits of the user', async () => {
    const { origin } = await trialApp();
    const ann = await TrialUser.signUp(origin);
    const rows = Array.from({ length: 101 }, (_, row) => `+1415555${1000 + row}`);
    const reply = await ann.submit(`phone\n${rows.join('\n')}\n`);
    expect([reply.status, await reply.json()]).toEqual([402, { detail: 'insufficient_credits' }]);
    expect(await ann.credits()).toEqual({ available: 100, held: 0 });
  });

  it('refuses a suspended user until the suspension ends', async () => {
    const { app, origin } = await trialApp();
    const ann = await TrialUser.signUp(origin);
    const { user_id } = await ann.json<{ user_id: string }>(200, '/me');
    app.get(UsersService).suspend(user_id, true);
    const refused = await ann.verify('+14155550100');
    expect([refused.status, await refused.json()]).toMatchObject([403, { detail: 'account_suspended' }]);
    expect(await ann.json(403, '/me/phone', { phone: '+14155550100' })).toMatchObject({ error: 'Forbidden' });

    app.get(UsersService).suspend(user_id, false);
    expect((await ann.verify('+14155550100')).status).toBe(200);
  });

  it('keeps a task and its credits over a restart in the middle of it', async () => {
    const checker = gatedChecker();
    const first = await trialApp({ verification: { checker } });
    const ann = await TrialUser.signUp(first.origin);
    const taskId = await ann.submitted(FILE);
    await checker.asked;
    expect(await ann.credits()).toEqual({ available: 97, held: 3 });
    await first.close();
    expect(first.logged).toEqual([]);

    const second = await trialApp({ dataDirectory: first.dataDirectory });
    const later = ann.at(second.origin);
    await later.reaches(taskId, 'done');
    expect(await later.credits()).toEqual({ available: 98, held: 0 });
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
