import { generateRows } from '@dialproof/generate';
import type { ApiClient } from '../server/api-client.js';
import type { DrillAccount } from '../server/drill-account.js';
import type { Violations } from '../violations.js';
import { expectedAnswer } from './expected-answer.js';

/** Single checks while the server is killed. Each is answered and charged, or not answered and charged at most once. */
export class SingleChecks {
  readonly #client: ApiClient;
  readonly #account: DrillAccount;
  readonly #violations: Violations;
  readonly #running: Promise<void>[] = [];
  #answered = 0;
  #unanswered = 0;

  constructor(client: ApiClient, account: DrillAccount, violations: Violations) {
    this.#client = client;
    this.#account = account;
    this.#violations = violations;
  }

  get answered(): number {
    return this.#answered;
  }

  get unanswered(): number {
    return this.#unanswered;
  }

  start(count: number, seed: number): void {
    for (const { number = '' } of generateRows({ rows: count, seed })) {
      this.#running.push(this.#verify(number));
    }
  }

  async settled(): Promise<void> {
    await Promise.all(this.#running.splice(0));
  }

  async #verify(number: string): Promise<void> {
    const expected = await expectedAnswer(number);
    try {
      const { status, body } = await this.#client.verify(this.#account.token, number);
      this.#answered += 1;
      this.#violations.expectEqual('the answer to a single check', status, 200);
      this.#violations.expectEqual('the status of a single check', body.status, expected.status);
    } catch {
      this.#unanswered += 1;
    }
  }
}
