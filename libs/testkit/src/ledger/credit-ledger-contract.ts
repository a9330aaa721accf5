import assert from 'node:assert/strict';
import type { AccountId, CreditLedger, HoldId, Settlement } from '@dialproof/core';
import { sameJson } from '../runner/expectations.js';
import {
  type CreateOnClock,
  type DefineTimedCase,
  type SubjectTime,
  timedCasesWith,
} from '../runner/own-time.js';
import { SeededRandom } from '../runner/seeded-random.js';
import type { TestRunner } from '../runner/test-runner.js';
import { holdCases } from './hold-cases.js';
import { releaseCases } from './release-cases.js';
import { ADA, BOB, holdRequest, type LedgerSubject, settle, tryHold } from './sample-hold.js';
import { settleCases } from './settle-cases.js';

const GRANTED = 200;
const ACCOUNTS = [ADA, BOB];

function conservationCases(it: DefineTimedCase<LedgerSubject>): void {
  for (const [seed, atOnce] of [
    [1, 1],
    [2, 4],
    [3, 12],
    [4, 50],
  ] as const) {
    const title = `keeps available + held + charged equal to granted, ${atOnce} at once (seed ${seed})`;
    it(title, async ({ ledger, grant }, time) => {
      for (const account of ACCOUNTS) await grant(account, GRANTED);
      const run = new LedgerRun(ledger, time, new SeededRandom(seed));
      // Few steps: even over a busy database, a case has to end within the 5 s of vitest and jest. Other seeds cover more.
      for (let step = 0; step < 120 / atOnce; step += 1) {
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

/** Random use of a ledger by several callers, and the invariants after it. */
class LedgerRun {
  readonly #ledger: CreditLedger;
  readonly #time: SubjectTime;
  readonly #random: SeededRandom;
  readonly #holds: Hold[] = [];
  readonly #settlements = new Map<HoldId, Settlement>();
  #steps = 0;

  constructor(ledger: CreditLedger, time: SubjectTime, random: SeededRandom) {
    this.#ledger = ledger;
    this.#time = time;
    this.#random = random;
  }

  async step(): Promise<void> {
    this.#steps += 1;
    await this.#time.pass(1_000);
    const action = this.#random.below(10);
    if (this.#holds.length === 0 || action < 5) await this.#hold();
    else if (action < 9) await this.#settle(this.#random.pick(this.#holds));
    else await this.#ledger.releaseExpired();
  }

  async check(): Promise<void> {
    for (const account of ACCOUNTS) {
      const { available, held } = await this.#ledger.balance(account);
      assert.ok(available >= 0 && held >= 0, `negative: ${available} available, ${held} held`);
      assert.equal(available + held + this.#charged(account), GRANTED, `after ${this.#steps} steps`);
    }
  }

  async #hold(): Promise<void> {
    const request = holdRequest({
      accountId: this.#random.pick(ACCOUNTS),
      credits: this.#random.below(40),
      expiresAfterMs: this.#random.below(2) === 0 ? null : this.#random.below(20) * 1_000,
    });
    if (await tryHold(this.#ledger, request)) this.#holds.push(request);
  }

  async #settle(hold: Hold): Promise<void> {
    const settlement = await settle(
      this.#ledger,
      hold.holdId,
      this.#random.below(hold.credits + 1),
      hold.accountId,
    );
    assert.equal(settlement.charged + settlement.returned, hold.credits);
    const first = this.#settlements.get(hold.holdId) ?? settlement;
    sameJson(settlement, first, 'a hold has one outcome');
    this.#settlements.set(hold.holdId, first);
  }

  /** The credits charged by the holds that this run has settled. Its other holds are open or released, and charge nothing. */
  #charged(account: AccountId): number {
    return this.#holds
      .filter(({ accountId }) => accountId === account)
      .reduce((sum, { holdId }) => sum + (this.#settlements.get(holdId)?.charged ?? 0), 0);
  }
}

/** Tests every sentence of {@link CreditLedger}. Each case calls `create` for a ledger without accounts that goes by the clock. */
export function creditLedgerContract(runner: TestRunner, create: CreateOnClock<LedgerSubject>): void {
  runner.describe('credit ledger contract', () => {
    const it = timedCasesWith(runner, create);
    holdCases(it);
    settleCases(it);
    releaseCases(it);
    conservationCases(it);
  });
}
