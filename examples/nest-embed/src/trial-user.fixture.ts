import { expect } from 'vitest';
import { HostClient } from '../../fixtures/host-client.fixture.js';

/** A user of a running application, as its client sees it. Paths are those below /api. */
export class TrialUser extends HostClient {
  constructor(origin: string, token: string) {
    super(`${origin}/api`, token);
  }

  /** The same user, of the application as it was started again. */
  at(origin: string): TrialUser {
    return new TrialUser(origin, this.token);
  }

  /** The wallet as the host tells it, whose credits have to be those that Dialproof tells. */
  async wallet(): Promise<{ used: number; held: number }> {
    const { credit_limit, used, held } = await this.statement();
    expect(await this.json(200, '/phones/v1/credits')).toEqual({
      available: credit_limit - used - held,
      held,
    });
    return { used, held };
  }

  /** What was charged: how much, and the task if it was for one. */
  async charges(): Promise<readonly unknown[]> {
    const { charges } = await this.statement();
    return charges.map(({ credits, task_id }) => ({ credits, task_id }));
  }

  private statement() {
    return this.json<{
      credit_limit: number;
      used: number;
      held: number;
      charges: { credits: number; task_id: string | null }[];
    }>(200, '/billing/statement');
  }
}
