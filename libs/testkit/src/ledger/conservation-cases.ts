import assert from 'node:assert/strict';
import type { AccountId, CreditLedger, HoldId, Settlement } from '@dialproof/core';
import { sameJson } from '../runner/expectations.js';
import { SeededRandom } from '../runner/seeded-random.js';
import type { DefineCase } from '../runner/test-runner.js';
import type { LedgerSubject } from './credit-ledger-contract.js';
import { ADA, BOB, holdRequest, tryHold } from './sample-hold.js';

const GRANTED = 200;
const ACCOUNTS = [ADA, BOB];

export function conservationCases(it: DefineCase<LedgerSubject>): void {
  for (const [seed, atOnce] of [
    [1, 1],
    [2, 1],
    [3, 4],
    [4, 12],
  ] as const) {
    const title = `keeps available + held + charged equal to granted, ${atOnce} at once (seed ${seed})`;
    it(title, async ({ ledger, grant }) => {
      for (const account of ACCOUNTS) await grant(account, GRANTED);
      const run = new LedgerRun(ledger, new SeededRandom(seed));
      for (let step = 0; step < 240 / atOnce; step += 1) {
        await Promise.all(Array.from({ length: atOnce }, () => run.step()));
        await run.check();
      }
    });
  }
}

interface Hold {
  readonly holdId: HoldId;
  readonly accountId: AccountId;
  readonly credits: number;
}

/** Random use of a ledger by several callers, and what must be true after it. */
class LedgerRun {
  readonly #ledger: CreditLedger;
  readonly #random: SeededRandom;
  readonly #holds: Hold[] = [];
  readonly #settlements = new Map<HoldId, Settlement>();
  /** Times in this run are the numbers of its steps. */
  #now = 0;

  constructor(ledger: CreditLedger, random: SeededRandom) {
    this.#ledger = ledger;
    this.#random = random;
  }

  async step(): Promise<void> {
    this.#now += 1;
    const action = this.#random.below(10);
    if (this.#holds.length === 0 || action < 5) await this.#hold();
    else if (action < 9) await this.#settle(this.#random.pick(this.#holds));
    else await this.#ledger.releaseExpired(this.#now);
  }

  async check(): Promise<void> {
    for (const account of ACCOUNTS) {
      const { available, held } = await this.#ledger.balance(account);
      assert.ok(available >= 0 && held >= 0, `negative: ${available} available, ${held} held`);
      assert.equal(available + held + this.#charged(account), GRANTED, `after ${this.#now} steps`);
    }
  }

  async #hold(): Promise<void> {
    const request = holdRequest({
      accountId: this.#random.pick(ACCOUNTS),
      credits: this.#random.below(40),
      expiresAt: this.#random.below(2) === 0 ? null : this.#now + this.#random.below(20),
    });
    if (await tryHold(this.#ledger, request)) this.#holds.push(request);
  }

  async #settle(hold: Hold): Promise<void> {
    const settlement = await this.#ledger.settle(hold.holdId, this.#random.below(hold.credits + 1));
    assert.equal(settlement.charged + settlement.returned, hold.credits);
    const first = this.#settlements.get(hold.holdId) ?? settlement;
    sameJson(settlement, first, 'a hold has one outcome');
    this.#settlements.set(hold.holdId, first);
  }

  /** A hold without a settlement of ours is open or was released: neither charges. */
  #charged(account: AccountId): number {
    return this.#holds
      .filter(({ accountId }) => accountId === account)
      .reduce((sum, { holdId }) => sum + (this.#settlements.get(holdId)?.charged ?? 0), 0);
  }
}
