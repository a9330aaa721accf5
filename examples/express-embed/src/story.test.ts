import { readFile } from 'node:fs/promises';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { gatedChecker } from '../../../tools/tests/fixtures/gated-checker.fixture.js';
import { webhookReceiver } from '../../../tools/tests/fixtures/webhook-receiver.fixture.js';
import { openDatabase } from './database.js';
import { trialApp } from './trial-app.fixture.js';
import { TrialUser } from './trial-user.fixture.js';
import { Users } from './users.js';

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
      { kind: 'charge', credits: -2, task_id: taskId },
      { kind: 'charge', credits: -1, task_id: null },
      { kind: 'grant', credits: 10, task_id: null },
    ]);
    expect(await ann.credits()).toEqual({ available: 7, held: 0 });
    expect(await ann.json(200, '/phones/v1/verify/tasks')).toMatchObject({ tasks: [{ task_id: taskId }] });
    expect(logged).toEqual([]);
  });

  it("tells a user's webhook when a file is done, and shows nobody another user's", async () => {
    const { connections, received, url } = await webhookReceiver();
    const webhooks = { allowNetworks: ['127.0.0.0/8'], ...connections };
    const { logged, origin } = await trialApp({ webhooks });
    const ann = await TrialUser.signUp(origin);
    const ben = await TrialUser.signUp(origin, 'ben@example.com');
    await ann.buy(10);
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

  it("shows nobody another user's tasks and statement", async () => {
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
  });

  it('refuses more credits than the wallet has', async () => {
    const { origin } = await trialApp();
    const ann = await TrialUser.signUp(origin);
    await ann.buy(2);
    const reply = await ann.submit(FILE);
    expect([reply.status, await reply.json()]).toEqual([402, { detail: 'insufficient_credits' }]);
    expect(await ann.credits()).toEqual({ available: 2, held: 0 });
  });

  it('refuses users who are not signed in or suspended, in the form of Dialproof', async () => {
    const { origin, dataDirectory } = await trialApp();
    const ann = await TrialUser.signUp(origin);
    await ann.buy(10);
    const nobody = new TrialUser(origin, '');
    expect(await nobody.json(401, '/me')).toEqual({ error: 'send Authorization: Bearer <token>' });
    expect(await nobody.json(401, '/phones/v1/credits')).toEqual({ detail: 'not_authenticated' });
    await nobody.json(401, '/top-up', { credits: 1 });

    const { userId } = await ann.json<{ userId: string }>(200, '/me');
    const database = openDatabase(`${dataDirectory}/wallets.sqlite`);
    new Users(database).suspend(userId, true);
    database.close();
    expect(await ann.json(403, '/phones/v1/verify', { phone: '+14155550100' })).toMatchObject({
      detail: 'account_suspended',
    });
  });

  it.each([
    [409, '/sign-up', { email: 'ANN@example.com' }],
    [422, '/sign-up', { email: 'ann' }],
    [422, '/sign-up', []],
    [422, '/top-up', { credits: 1.5 }],
    [422, '/top-up', { credits: '10' }],
  ])('refuses with %i at %s the body %o', async (status, path, body) => {
    const { origin } = await trialApp();
    const ann = await TrialUser.signUp(origin, 'ann@example.com');
    await ann.json(status, path, body);
  });

  it('keeps no token in plain text', async () => {
    const { origin, dataDirectory, close } = await trialApp();
    const ann = await TrialUser.signUp(origin);
    await close();
    const database = await readFile(`${dataDirectory}/wallets.sqlite`, 'latin1');
    expect(database).toContain('ann@example.com');
    expect(database).not.toContain(ann.token);
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
    expect((await later.statement())[0]).toEqual({ kind: 'charge', credits: -2, task_id: taskId });
  });

  it('answers running requests before it stops', async () => {
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

  it('gives everything back when the port is taken', async () => {
    const { origin } = await trialApp();
    const { dataDirectory, close } = await trialApp();
    await close();
    const port = Number(new URL(origin).port);
    await expect(trialApp({ dataDirectory, port })).rejects.toThrow('EADDRINUSE');
    await trialApp({ dataDirectory });
  });
});

it('the application refuses to start over a data folder that cannot be made', async () => {
  await expect(trialApp({ dataDirectory: './package.json/data' })).rejects.toThrow(/ENOTDIR/);
});
