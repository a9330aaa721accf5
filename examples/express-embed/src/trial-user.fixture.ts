import { expect } from 'vitest';
import { HostClient } from '../../fixtures/host-client.fixture.js';

/** A user of a running application, as its client sees it. */
export class TrialUser extends HostClient {
  /** The same user, of the application as it was started again. */
  at(origin: string): TrialUser {
    return new TrialUser(origin, this.token);
  }

  /** Buys credits and pays for them. */
  async buy(credits: number): Promise<void> {
    const { invoice_id } = await this.json<{ invoice_id: string }>(201, '/billing/top-up', { credits });
    await this.json(200, `/billing/invoices/${invoice_id}/pay`, {});
  }

  /** The credits as the host tells them, which have to be those that Dialproof tells. */
  async credits(): Promise<unknown> {
    const { credits } = await this.json<{ credits: unknown }>(200, '/me');
    expect(await this.json(200, '/phones/v1/credits')).toEqual(credits);
    return credits;
  }

  /** What the statement says, without what nobody knows before. */
  async statement(): Promise<readonly unknown[]> {
    const { entries } = await this.json<{ entries: Record<string, unknown>[] }>(200, '/billing/statement');
    return entries.map(
      ({ entry_id: _entryId, created_at: _createdAt, invoice_id: _invoiceId, ...rest }) => rest,
    );
  }
}
