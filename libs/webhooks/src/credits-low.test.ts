import { type AccountId, accountId, type CreditBalance } from '@dialproof/core';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { Receiver } from './receiver.fixture.js';
import { ADA, BOB, trialWebhooks, until } from './trial-webhooks.fixture.js';

/** Ada's webhook for low credits, below 10, over a ledger whose balances the test sets. */
async function trial() {
  const receiver = await Receiver.start();
  const balances = new Map<AccountId, number>();
  const asked: AccountId[] = [];
  const ledger = {
    async balance(account: AccountId): Promise<CreditBalance> {
      asked.push(account);
      return { available: balances.get(account) ?? 0, held: 500 };
    },
  };
  const made = trialWebhooks({ receiver, creditsLow: { ledger, below: 10 } });
  const webhook = await made.webhooks.create({ accountId: ADA, url: receiver.url, events: ['credits.low'] });
  const look = async (available: number): Promise<number> => {
    balances.set(ADA, available);
    made.clock.advance(60_000);
    await made.webhooks.work();
    return receiver.received.length;
  };
  return { ...made, asked, balances, ledger, look, receiver, webhook };
}

describe('credits.low', () => {
  it('is sent once when available credits fall below the threshold, and again only after they were above', async () => {
    const { look, receiver, webhook } = await trial();
    expect(await look(10)).toBe(0);
    expect(await look(9)).toBe(1);
    expect(await look(0)).toBe(1);
    expect(await look(9)).toBe(1);
    expect(await look(10)).toBe(1);
    expect(await look(1_000)).toBe(1);
    expect(await look(3)).toBe(2);
    const [{ body } = { body: '' }] = receiver.received;
    expect(new Webhook(webhook.secret).verify(body, receiver.headersOf(0))).toEqual({
      type: 'credits.low',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      data: { available: 9, threshold: 10 },
    });
    expect(receiver.headersOf(0)['webhook-id']).not.toBe(receiver.headersOf(1)['webhook-id']);
  });

  it('reads the ledger once a minute for each account with a webhook for it, and for no other', async () => {
    const { asked, clock, receiver, taskEnds, webhooks } = await trial();
    await webhooks.create({ accountId: BOB, url: receiver.url, events: ['task.done'] });
    for (let second = 0; second < 120; second += 1) {
      taskEnds(BOB);
      await webhooks.work();
      clock.advance(1_000);
    }
    expect(asked).toEqual([ADA, ADA]);
  });

  it('reports a ledger that fails, and reads it again in its turn', async () => {
    const { failures, ledger, look } = await trial();
    const balance = ledger.balance.bind(ledger);
    ledger.balance = () => Promise.reject(new Error('the ledger is away'));
    expect(await look(5)).toBe(0);
    expect(failures).toMatchObject([{ kind: 'work_failed', cause: { message: 'the ledger is away' } }]);
    ledger.balance = balance;
    expect(await look(5)).toBe(1);
  });

  it('lets deliveries continue while the ledger does not answer', async () => {
    const { balances, ledger, receiver, taskEnds, webhooks } = await trial();
    let answer = (): void => {};
    ledger.balance = async () => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return { available: balances.get(ADA) ?? 0, held: 0 };
    };
    await webhooks.create({ accountId: BOB, url: receiver.url, events: ['task.done'] });
    taskEnds(BOB);
    const working = webhooks.work();
    await until(() => receiver.received.length === 1);
    answer();
    await working;
    expect(receiver.received).toHaveLength(2);
  });

  it('is never sent without a threshold', async () => {
    const receiver = await Receiver.start();
    const { clock, webhooks } = trialWebhooks({ receiver });
    await webhooks.create({ accountId: accountId('carl'), url: receiver.url, events: ['credits.low'] });
    clock.advance(600_000);
    await webhooks.work();
    expect(receiver.received).toEqual([]);
  });
});
