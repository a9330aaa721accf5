import type { VerificationStatus } from '@dialproof/core';
import { expectedAnswer } from '../../crash/expected-answer.js';
import type { DrillAccount } from '../../server/drill-account.js';
import type { Violations } from '../../violations.js';
import type { Fleet } from '../fleet/fleet.js';
import { ask } from './ask.js';
import type { ReplyJudge } from './reply-judge.js';

export interface SingleLoadParts {
  readonly fleet: Pick<Fleet, 'servers'>;
  readonly account: DrillAccount;
  readonly judge: ReplyJudge;
  readonly violations: Violations;
}

const EVERY_MS = 100;
/** While a server does not answer, at most this many requests wait at it. */
const UNDER_WAY_AT_MOST = 20;
const NUMBERS = Array.from({ length: 500 }, (_, place) => `+1415${3_000_000 + place}`);

/** Sends single checks and queries of the credits to each server in turn, until it is stopped. */
export class SingleLoad {
  readonly #parts: SingleLoadParts;
  readonly #expected = new Map<string, VerificationStatus>();
  readonly #underWay = new Set<Promise<void>>();
  readonly #answered: { readonly sentAt: number; readonly at: number }[] = [];
  #unanswered = 0;
  #sent = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: SingleLoadParts) {
    this.#parts = parts;
  }

  /** Answered checks, each of which costs a credit. */
  get answered(): number {
    return this.#answered.length;
  }

  /** Refused or interrupted checks. Each may have cost a credit. */
  get unanswered(): number {
    return this.#unanswered;
  }

  async start(): Promise<void> {
    for (const number of NUMBERS) this.#expected.set(number, (await expectedAnswer(number)).status);
    this.#timer = setInterval(() => this.#send(), EVERY_MS);
  }

  /** Resolves when every sent request has ended. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all(this.#underWay);
  }

  /** The milliseconds until the first answer to a check sent after that moment; undefined without one. */
  answeredAfter(moment: number): number | undefined {
    const first = this.#answered.find(({ sentAt }) => sentAt >= moment);
    return first === undefined ? undefined : Math.round(first.at - moment);
  }

  #send(): void {
    const { servers } = this.#parts.fleet;
    if (this.#underWay.size >= UNDER_WAY_AT_MOST * servers.length) return;
    const serial = this.#sent;
    this.#sent += 1;
    const server = servers[serial % servers.length];
    if (server === undefined) throw new RangeError('there is no server to ask');
    const sent = serial % 4 === 3 ? this.#readBalances(server.port) : this.#check(server.port, serial);
    const ended = sent.finally(() => this.#underWay.delete(ended));
    this.#underWay.add(ended);
  }

  async #check(port: number, serial: number): Promise<void> {
    const { account, judge, violations } = this.#parts;
    const phone = NUMBERS[serial % NUMBERS.length] ?? '';
    const sentAt = performance.now();
    const answer = await ask({
      ...{ port, path: '/v1/verify', token: account.token, method: 'POST', body: JSON.stringify({ phone }) },
      headers: { 'content-type': 'application/json' },
    });
    const reply = judge.note(`the check of ${phone}`, answer, [200]);
    if (reply === undefined) {
      if (answer?.status !== 429) this.#unanswered += 1;
      return;
    }
    this.#answered.push({ sentAt, at: performance.now() });
    const found = JSON.parse(reply.text) as { phone?: string; status?: string };
    violations.expectEqual(`the phone of the check of ${phone}`, found.phone, phone);
    violations.expectEqual(
      `the status of the check of ${phone}`,
      found.status,
      this.#expected.get(phone) ?? '',
    );
  }

  async #readBalances(port: number): Promise<void> {
    const { account, judge, violations } = this.#parts;
    const answer = await ask({ port, path: '/v1/credits', token: account.token });
    const reply = judge.note('a look at the credits', answer, [200]);
    if (reply === undefined) return;
    const { available, held } = JSON.parse(reply.text) as { available: number; held: number };
    if (available >= 0 && held >= 0 && available + held <= account.credits) return;
    violations.add(`credits of ${account.credits}: ${available} available and ${held} held`);
  }
}
