import {
  type AccountId,
  assertOptionNames,
  type BalanceReadings,
  type Clock,
  type DeliveryClaimAnswer,
  type DeliveryClaimRequest,
  type DeliveryLease,
  type DeliveryPage,
  type DeliveryPageRequest,
  type DeliveryResult,
  type NewWebhook,
  type ReplayRequest,
  type SecretRotation,
  type StoredWebhook,
  type Webhook,
  type WebhookDisabledReason,
  type WebhookEvent,
  type WebhookKey,
  type WebhookStore,
} from '@dialproof/core';
import type { SqlDatabase } from '../database.js';
import { type DatabaseTime, timeOf } from '../time/database-time.js';
import { claimDeliveries, expandEvent, recordDelivery } from './deliveries.js';
import { deliveryPage } from './delivery-pages.js';
import {
  claimBalanceReadings,
  createWebhook,
  recordCredits,
  removeWebhook,
  replayDeliveries,
  rotateSecret,
} from './webhook-changes.js';
import { webhookQueries } from './webhook-queries.js';
import { type WebhookWork, webhookOfRow } from './webhook-row.js';

export interface SqlWebhookStoreOptions {
  readonly database: SqlDatabase;
  /** The clock for shown times, leases and pauses. Default: the database server's clock; for a file, the machine's own. */
  readonly clock?: Clock;
}

/**
 * Keeps webhooks and their deliveries in a database. Secrets are stored in plain text, since signing needs them. A webhook that is asked
 * for with a token (`madeWith`) needs that token in the same database, as {@link SqlAuthenticator} has it.
 */
export class SqlWebhookStore implements WebhookStore {
  readonly #database: SqlDatabase;
  readonly #time: DatabaseTime;

  constructor(options: SqlWebhookStoreOptions) {
    assertOptionNames('SqlWebhookStore', options, { clock: true, database: true });
    const { database, clock } = options;
    this.#database = database;
    this.#time = timeOf(database, clock);
  }

  create(webhook: NewWebhook): Promise<StoredWebhook | undefined> {
    return this.#write((work) => createWebhook(work, webhook));
  }

  async list(accountId: AccountId): Promise<readonly Webhook[]> {
    const rows = await this.#database.read.rows(webhookQueries.list, { accountId });
    return rows.map(webhookOfRow);
  }

  remove(key: WebhookKey): Promise<boolean> {
    return this.#write((work) => removeWebhook(work, key));
  }

  rotate(rotation: SecretRotation): Promise<string | undefined> {
    return this.#write((work) => rotateSecret(work, rotation));
  }

  expand(event: WebhookEvent, keepMs: number): Promise<number> {
    return this.#write((work) => expandEvent(work, event, keepMs));
  }

  claim(request: DeliveryClaimRequest): Promise<DeliveryClaimAnswer> {
    return this.#write((work) => claimDeliveries(work, request));
  }

  record(lease: DeliveryLease, result: DeliveryResult): Promise<WebhookDisabledReason | null> {
    return this.#write((work) => recordDelivery(work, lease, result));
  }

  deliveries(request: DeliveryPageRequest): Promise<DeliveryPage | undefined> {
    const { time } = this.#time;
    return deliveryPage({ session: this.#database.read, time }, request);
  }

  replay(request: ReplayRequest): Promise<number | undefined> {
    return this.#write((work) => replayDeliveries(work, request));
  }

  expire({ limit }: { readonly limit: number }): Promise<number> {
    return this.#write(({ session, now }) => session.change(webhookQueries.expire, { now, limit }));
  }

  claimBalanceReadings(options: {
    readonly everyMs: number;
    readonly limit: number;
  }): Promise<BalanceReadings> {
    return this.#write((work) => claimBalanceReadings(work, options));
  }

  recordCredits(accountId: AccountId, low: WebhookEvent | null, keepMs: number): Promise<number> {
    return this.#write((work) => recordCredits(work, accountId, low, keepMs));
  }

  #write<Result>(change: (work: WebhookWork) => Promise<Result>): Promise<Result> {
    const { time } = this.#time;
    return this.#database.write(async (session) => {
      const now = await this.#time.follow(session);
      const wallNow = this.#time.wallNow();
      const newToken = () => this.#database.entropy.uuid();
      return await change({
        session,
        time,
        now,
        wallNow,
        newToken,
      });
    });
  }
}
