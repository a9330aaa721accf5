import { expect } from 'vitest';
import { HostClient } from '../../../tools/tests/fixtures/host-client.fixture.js';

/** A user of a running application, as its client sees it. Paths are those below /api. */
export class TrialUser extends HostClient {
  constructor(origin: string, token: string) {
    super(`${origin}/api`, token);
  }

  /** The same user of the restarted application. */
  at(origin: string): TrialUser {
    return new TrialUser(origin, this.token);
  }

  /** The credits by the host's own route, which have to equal those of Dialproof's. */
  async credits(): Promise<{ available: number; held: number }> {
    const { credits } = await this.json<{ credits: { available: number; held: number } }>(200, '/me');
    expect(await this.json(200, '/phones/v1/credits')).toEqual(credits);
    return credits;
  }
}
