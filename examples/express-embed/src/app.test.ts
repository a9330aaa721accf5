import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { PASSWORD } from '../../fixtures/host-client.fixture.js';
import { trialApp } from './trial-app.fixture.js';
import { TrialUser } from './trial-user.fixture.js';

describe("the host's routes", () => {
  it('sign a user up, in, in any case of the address, and out', async () => {
    const { origin } = await trialApp();
    const ann = await TrialUser.signUp(origin, 'Ann@Example.com');
    const { token } = await ann.json<{ token: string }>(200, '/login', {
      email: 'ann@EXAMPLE.com',
      password: PASSWORD,
    });
    const again = new TrialUser(origin, token);
    expect(await again.json(200, '/me')).toMatchObject({ email: 'ann@example.com', suspended: false });
    expect((await again.ask('/logout', {})).status).toBe(204);
    expect(await again.json(401, '/me')).toMatchObject({ error: { code: 'sign_in_first' } });
    expect((await again.ask('/phones/v1/credits')).status).toBe(401);
    expect((await ann.ask('/phones/v1/credits')).status).toBe(200);
  });

  it('refuse an address that is taken', async () => {
    const { origin } = await trialApp();
    const ann = await TrialUser.signUp(origin, 'ann@example.com');
    const credentials = { email: 'ANN@example.com', password: PASSWORD };
    expect(await ann.json(409, '/sign-up', credentials)).toMatchObject({ error: { code: 'email_taken' } });
  });

  it('say of a wrong address what they say of a wrong password', async () => {
    const { origin } = await trialApp();
    const ann = await TrialUser.signUp(origin, 'ann@example.com');
    const wrong = [
      { email: 'ann@example.com', password: `${PASSWORD}!` },
      { email: 'bob@example.com', password: PASSWORD },
    ];
    const [password, address] = await Promise.all(wrong.map((body) => ann.json(401, '/login', body)));
    expect(password).toMatchObject({ error: { code: 'wrong_credentials' } });
    expect(address).toEqual(password);
  });

  it('are for users alone, in the words of the host, and leave the words of Dialproof to it', async () => {
    const { origin } = await trialApp();
    const nobody = new TrialUser(origin, '');
    for (const path of ['/me', '/billing/statement', '/billing/invoices']) {
      expect(await nobody.json(401, path)).toMatchObject({ error: { code: 'sign_in_first' } });
    }
    expect(await nobody.json(401, '/billing/top-up', { credits: 1 })).toMatchObject({
      error: { code: 'sign_in_first' },
    });
    expect(await nobody.json(401, '/phones/v1/credits')).toEqual({ detail: 'not_authenticated' });
    expect(await nobody.json(404, '/phones/v1/orders')).toMatchObject({ error: { code: 'not_found' } });
  });

  it('refuse a path that is no text', async () => {
    const { origin, logged } = await trialApp();
    const ann = await TrialUser.signUp(origin);
    expect(await ann.json(404, '/billing/invoices/%E0/pay', {})).toMatchObject({
      error: { code: 'not_found' },
    });
    expect(logged).toEqual([]);
  });

  it.each([
    ['/sign-up', { email: 'ann', password: PASSWORD }, 'invalid_email'],
    ['/sign-up', { email: ['ann@example.com'], password: PASSWORD }, 'invalid_email'],
    ['/sign-up', { email: 'ann@example.com', password: 'short' }, 'invalid_password'],
    ['/sign-up', { email: 'ann@example.com', password: 12_345_678_901 }, 'invalid_password'],
    ['/login', [], 'invalid_email'],
    ['/billing/top-up', {}, 'invalid_credits'],
    ['/billing/top-up', { credits: 0 }, 'invalid_credits'],
    ['/billing/top-up', { credits: 1.5 }, 'invalid_credits'],
    ['/billing/top-up', { credits: '10' }, 'invalid_credits'],
    ['/billing/top-up', { credits: 1_000_001 }, 'invalid_credits'],
    ['/billing/statement?after=x', undefined, 'invalid_after'],
    ['/billing/statement?after=-1', undefined, 'invalid_after'],
  ])('refuse at %s the body %o as %s', async (path, body, code) => {
    const { origin } = await trialApp();
    const ann = await TrialUser.signUp(origin);
    expect(await ann.json(422, path, body)).toMatchObject({ error: { code } });
  });

  it('give a statement in pages', async () => {
    const { origin } = await trialApp();
    const ann = await TrialUser.signUp(origin);
    await ann.buy(105);
    for (let number = 0; number < 104; number += 1) await ann.verify('+14155550100');
    type Page = { available: number; entries: { entry_id: number; credits: number }[] };
    const first = await ann.json<Page>(200, '/billing/statement');
    const second = await ann.json<Page>(200, `/billing/statement?after=${first.entries.at(-1)?.entry_id}`);
    expect([first.entries.length, second.entries.length, second.available]).toEqual([100, 5, 1]);
    const sum = [...first.entries, ...second.entries].reduce((total, { credits }) => total + credits, 0);
    expect(sum).toBe(1);
  });

  it('keep no password and no token as it is', async () => {
    const { origin, dataDirectory, close } = await trialApp();
    const ann = await TrialUser.signUp(origin);
    await close();
    const database = await readFile(`${dataDirectory}/host.sqlite`, 'latin1');
    expect(database).toContain('ann@example.com');
    expect(database).not.toContain(PASSWORD);
    expect(database).not.toContain(ann.token);
  });
});
