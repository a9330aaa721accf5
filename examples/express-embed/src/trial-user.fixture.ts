import { HostClient } from '../../../tools/tests/fixtures/host-client.fixture.js';

/** A user of a running application, as its client sees it. */
export class TrialUser extends HostClient {
  /** The same user of the restarted application. */
  at(origin: string): TrialUser {
    return new TrialUser(origin, this.token);
  }

  /** Buys credits. */
  async buy(credits: number): Promise<void> {
    await this.json(201, '/top-up', { credits });
  }

  credits(): Promise<unknown> {
    return this.json(200, '/phones/v1/credits');
  }

  /** The statement, the newest first, without unpredictable values. */
  async statement(): Promise<readonly unknown[]> {
    const { entries } = await this.json<{ entries: Record<string, unknown>[] }>(
      200,
      '/phones/v1/credits/entries',
    );
    return entries.map(({ credits, kind, task_id }) => ({ credits, kind, task_id }));
  }
}
