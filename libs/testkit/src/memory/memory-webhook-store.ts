import {
  type AccountId,
  assertOptionNames,
  type BalanceReadings,
  type Clock,
  type DeliveryClaim,
  type DeliveryClaimAnswer,
  type DeliveryClaimRequest,
  type DeliveryLease,
  type DeliveryPage,
  type DeliveryPageRequest,
  type DeliveryResult,
  type Entropy,
  type NewWebhook,
  type ReplayRequest,
  type SecretRotation,
  type StoredWebhook,
  systemClock,
  systemEntropy,
  type Webhook,
  type WebhookDisabledReason,
  type WebhookEvent,
  type WebhookKey,
  type WebhookStore,
} from '@dialproof/core';
import { MemoryBalanceReadings } from './memory-balance-readings.js';
import { MemoryDelivery, pageOfDeliveries } from './memory-delivery.js';
import { msUntilNext } from './ms-until-next.js';

export interface MemoryWebhookStoreOptions {
  /** The source of its time. Default: the machine's clock. */
  readonly clock?: Clock;
  /** The source of lease tokens. Default: the machine's own. */
  readonly entropy?: Entropy;
}

interface Entry {
  webhook: Webhook;
  secret: string;
  /** The last rotation, which gave it its secret. */
  rotationId: string | null;
  /** The previous secret, and the end of its validity. */
  old: { readonly secret: string; readonly until: number } | null;
  /** The time of the first failure since the last success. */
  failingSince: number | null;
}

/** Webhooks in this process's memory, for tests and for trying out: they are forgotten when the process ends. */
export class MemoryWebhookStore implements WebhookStore {
  readonly #clock: Clock;
  readonly #entropy: Entropy;
  /** In the order of their creation. */
  readonly #entries = new Map<string, Entry>();
  readonly #deliveries = new Map<string, MemoryDelivery>();
  readonly #readings: MemoryBalanceReadings;
  /** The turn in which each account and webhook was last served, by id. */
  readonly #accountTurns = new Map<string, number>();
  readonly #webhookTurns = new Map<string, number>();
  #turn = 0;

  constructor(options: MemoryWebhookStoreOptions = {}) {
    assertOptionNames('MemoryWebhookStore', options, { clock: true, entropy: true });
    const { clock = systemClock, entropy = systemEntropy } = options;
    this.#clock = clock;
    this.#entropy = entropy;
    this.#readings = new MemoryBalanceReadings(clock);
  }

  async create({
    madeWith: _,
    maxPerAccount,
    secret,
    ...webhook
  }: NewWebhook): Promise<StoredWebhook | undefined> {
    const { accountId, webhookId } = webhook;
    const earlier = this.#find(webhook);
    if (earlier !== undefined) return { webhook: shown(earlier), secret: earlier.secret };
    const others = this.#of(accountId);
    if (others.length >= maxPerAccount) return undefined;
    const isFirst = !others.some(wantsCredits);
    if (isFirst && webhook.events.includes('credits.low')) this.#readings.begin(accountId);
    const entry: Entry = {
      webhook: {
        ...webhook,
        events: [...webhook.events],
        createdAt: this.#clock.now(),
        disabledAt: null,
        disabledReason: null,
      },
      secret,
      rotationId: null,
      old: null,
      failingSince: null,
    };
    this.#entries.set(webhookId, entry);
    return { webhook: shown(entry), secret };
  }

  async list(accountId: AccountId): Promise<readonly Webhook[]> {
    return this.#of(accountId).map(shown);
  }

  async remove(key: WebhookKey): Promise<boolean> {
    if (this.#find(key) === undefined) return false;
    this.#entries.delete(key.webhookId);
    this.#webhookTurns.delete(key.webhookId);
    for (const [name, { webhookId }] of this.#deliveries) {
      if (webhookId === key.webhookId) this.#deliveries.delete(name);
    }
    return true;
  }

  async rotate({ keepOldMs, rotationId, secret, ...key }: SecretRotation): Promise<string | undefined> {
    const entry = this.#find(key);
    if (entry === undefined || entry.rotationId === rotationId) return entry?.secret;
    entry.old = { secret: entry.secret, until: this.#clock.elapsed() + keepOldMs };
    entry.rotationId = rotationId;
    entry.secret = secret;
    return secret;
  }

  async expand(event: WebhookEvent, keepMs: number): Promise<number> {
    let made = 0;
    for (const { webhook } of this.#of(event.accountId)) {
      const { disabledAt, events, webhookId } = webhook;
      const name = nameOf({ eventId: event.eventId, webhookId });
      if (!events.includes(event.type) || this.#deliveries.has(name)) continue;
      const until = this.#clock.elapsed() + keepMs;
      this.#deliveries.set(name, new MemoryDelivery(event, webhookId, until, disabledAt === null));
      made += 1;
    }
    return made;
  }

  async claim({ except, leaseMs, limit }: DeliveryClaimRequest): Promise<DeliveryClaimAnswer> {
    const now = this.#clock.elapsed();
    const next = new Map<AccountId, MemoryDelivery>();
    for (const delivery of inTurn(this.#due(now), this.#webhookTurns, ({ webhookId }) => webhookId)) {
      const { event, webhookId } = delivery;
      if (!next.has(event.accountId) && !except.includes(webhookId)) next.set(event.accountId, delivery);
    }
    const accounts = inTurn([...next], this.#accountTurns, ([accountId]) => accountId);
    const claims = accounts.slice(0, limit).flatMap(([accountId, delivery]) => {
      this.#turn += 1;
      this.#accountTurns.set(accountId, this.#turn);
      this.#webhookTurns.set(delivery.webhookId, this.#turn);
      const token = this.#entropy.uuid();
      delivery.take(token, now + leaseMs);
      return this.#claimOf(delivery, token, now) ?? [];
    });
    return { claims, retryAfterMs: this.#retryAfterMs(now, except) };
  }

  async record(lease: DeliveryLease, result: DeliveryResult): Promise<WebhookDisabledReason | null> {
    const delivery = this.#deliveries.get(nameOf(lease));
    const entry = this.#entries.get(lease.webhookId);
    if (delivery === undefined || entry === undefined || delivery.token !== lease.token) return null;
    const now = this.#clock.elapsed();
    if (result.outcome !== 'interrupted') delivery.attempted({ ...result.answer, at: this.#clock.now() });
    switch (result.outcome) {
      case 'delivered':
        delivery.succeed();
        entry.failingSince = null;
        return null;
      case 'interrupted':
        delivery.pause(now + result.retryAfterMs);
        return null;
      case 'gone':
        delivery.fail(null);
        return this.#disable(entry, 'gone');
      case 'failed': {
        const { disableAfterMs, retryAfterMs } = result;
        delivery.fail(retryAfterMs === null ? null : now + retryAfterMs);
        entry.failingSince ??= now;
        return now - entry.failingSince >= disableAfterMs ? this.#disable(entry, 'failing') : null;
      }
    }
  }

  async deliveries({ cursor, limit, ...key }: DeliveryPageRequest): Promise<DeliveryPage | undefined> {
    const present = { wallNow: this.#clock.now(), elapsed: this.#clock.elapsed() };
    if (this.#find(key) === undefined) return undefined;
    return pageOfDeliveries(this.#ofWebhook(key.webhookId), { cursor, limit }, present);
  }

  async replay({ since, which, ...key }: ReplayRequest): Promise<number | undefined> {
    const entry = this.#find(key);
    if (entry === undefined) return undefined;
    entry.webhook = { ...entry.webhook, disabledAt: null, disabledReason: null };
    entry.failingSince = null;
    const now = this.#clock.elapsed();
    let replayed = 0;
    for (const delivery of this.#ofWebhook(key.webhookId)) {
      const isWanted = which === 'all' || !delivery.isDelivered;
      if (delivery.isOpen || !isWanted || delivery.event.occurredAt < since || delivery.keptUntil <= now) {
        continue;
      }
      delivery.reopen();
      replayed += 1;
    }
    return replayed;
  }

  async expire({ limit }: { readonly limit: number }): Promise<number> {
    const now = this.#clock.elapsed();
    let removed = 0;
    for (const [name, delivery] of this.#deliveries) {
      if (removed >= limit) break;
      if (delivery.isOpen || delivery.keptUntil > now) continue;
      this.#deliveries.delete(name);
      removed += 1;
    }
    return removed;
  }

  async claimBalanceReadings(options: {
    readonly everyMs: number;
    readonly limit: number;
  }): Promise<BalanceReadings> {
    const watched = new Set([...this.#entries.values()].filter(wantsCredits).map(accountOf));
    return this.#readings.claim(watched, options.everyMs, options.limit);
  }

  async recordCredits(accountId: AccountId, low: WebhookEvent | null, keepMs: number): Promise<number> {
    const isNew = this.#readings.found(accountId, low !== null);
    return low !== null && isNew ? await this.expand(low, keepMs) : 0;
  }

  #claimOf(delivery: MemoryDelivery, token: string, now: number): DeliveryClaim | undefined {
    const { event, failures, webhookId } = delivery;
    const entry = this.#entries.get(webhookId);
    if (entry === undefined) return undefined;
    const { old, secret, webhook } = entry;
    return {
      lease: { eventId: event.eventId, webhookId, token },
      event: { ...event, data: { ...event.data } },
      url: webhook.url,
      secrets: old !== null && old.until > now ? [secret, old.secret] : [secret],
      failures,
    };
  }

  #disable(entry: Entry, reason: WebhookDisabledReason): WebhookDisabledReason {
    entry.webhook = { ...entry.webhook, disabledAt: this.#clock.now(), disabledReason: reason };
    for (const delivery of this.#ofWebhook(entry.webhook.webhookId)) delivery.close();
    return reason;
  }

  #retryAfterMs(now: number, except: readonly string[]): number | null {
    let next = Number.POSITIVE_INFINITY;
    for (const { freeAt, isOpen, webhookId } of this.#deliveries.values()) {
      if (isOpen && !except.includes(webhookId)) next = Math.min(next, freeAt);
    }
    return msUntilNext(next, now);
  }

  /** The deliveries that can be claimed, in the order in which they became due. */
  #due(now: number): readonly MemoryDelivery[] {
    return [...this.#deliveries.values()]
      .filter(({ freeAt, isOpen }) => isOpen && freeAt <= now)
      .sort((one, other) => one.freeAt - other.freeAt);
  }

  #of(accountId: AccountId): readonly Entry[] {
    return [...this.#entries.values()].filter(({ webhook }) => webhook.accountId === accountId);
  }

  #ofWebhook(webhookId: string): readonly MemoryDelivery[] {
    return [...this.#deliveries.values()].filter((delivery) => delivery.webhookId === webhookId);
  }

  #find({ accountId, webhookId }: WebhookKey): Entry | undefined {
    const entry = this.#entries.get(webhookId);
    return entry?.webhook.accountId === accountId ? entry : undefined;
  }
}

/** Sorts by the last turn, the oldest first. Items that were never served keep their order. */
function inTurn<Item>(
  items: readonly Item[],
  turns: ReadonlyMap<string, number>,
  idOf: (item: Item) => string,
): Item[] {
  const turnOf = (item: Item): number => turns.get(idOf(item)) ?? 0;
  return [...items].sort((one, other) => turnOf(one) - turnOf(other));
}

function shown({ webhook }: Entry): Webhook {
  return { ...webhook, events: [...webhook.events] };
}

function wantsCredits({ webhook }: Entry): boolean {
  return webhook.events.includes('credits.low');
}

function accountOf({ webhook }: Entry): AccountId {
  return webhook.accountId;
}

function nameOf({ eventId, webhookId }: { readonly eventId: string; readonly webhookId: string }): string {
  return `${eventId}\0${webhookId}`;
}
