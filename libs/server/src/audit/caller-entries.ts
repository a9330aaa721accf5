import { isIP } from 'node:net';
import { type Clock, systemClock, taskId } from '@dialproof/core';
import type { ContractObserver, ObservedRequest } from '@dialproof/http';
import { networkOf } from '@dialproof/http/adapter';
import type { AuditContext, AuditEntry, AuditEntryOf, AuditEvent } from './audit-events.js';
import type { AuditLog, CountedEntry } from './audit-log.js';

const WINDOW_MS = 60_000;

interface Bound {
  /** The most entries of a source that are written one by one in a window. The others are counted. */
  readonly each: number;
  /** The most sources that are counted separately in a window. The others are counted together. */
  readonly sources: number;
}

// Anybody may cause a refusal, as often as they like.
const REFUSALS: Bound = { each: 1, sources: 200 };
// An account causes the others, within its rates.
const OTHERS: Bound = { each: 600, sources: 10_000 };

/** The caller of these is unknown, so they are bounded by address. The others are bounded by account. */
const OF_ADDRESSES: ReadonlySet<AuditEvent> = new Set(['sign_in.refused', 'hook.refused', 'account.created']);

/** Entries of one account, or of the network of an address, in the window. */
interface Source {
  /** The common members of the entry with the count. */
  readonly shared: Omit<CountedEntry, 'count' | 'since'>;
  written: number;
  counted: number;
  since: Date;
}

export interface BoundedEntries {
  record(entry: AuditEntry): void;
  /** Writes the counted entries. */
  close(): void;
}

/**
 * Bounds the entries that callers cause, so that no caller can fill the disk: in each minute the first entries of an account or address are
 * written one by one, and the others as one entry at its end, with their count.
 */
export function boundedEntries(log: Pick<AuditLog, 'record'>, clock: Clock = systemClock): BoundedEntries {
  const window = new Map<string, Map<string, Source>>();
  let cancel: (() => void) | undefined;

  function endWindow(): void {
    cancel?.();
    cancel = undefined;
    for (const sources of window.values()) {
      for (const { counted, shared, since } of sources.values()) {
        if (counted > 0) log.record({ ...shared, count: counted, since });
      }
    }
    window.clear();
  }

  /** The group in which an entry is counted. */
  function sourceOf(entry: AuditEntry, bound: Bound): Source {
    const { account, address, by, event } = entry;
    const ofAddress = OF_ADDRESSES.has(event);
    const refused = refusedIn(entry);
    const kind = [event, ...Object.values(refused ?? {})].join(' ');
    const sources = window.get(kind) ?? new Map<string, Source>();
    window.set(kind, sources);
    const name = (ofAddress ? address && networkOf(address) : account) ?? '';
    const isCountedAlone = sources.has(name) || sources.size < bound.sources;
    const key = isCountedAlone ? name : '';
    const known = sources.get(key);
    if (known !== undefined) return known;
    const whose = key === '' ? {} : ofAddress ? { address } : { account };
    const shared = { event, by, ...refused, ...whose };
    const source = { shared, written: 0, counted: 0, since: new Date(clock.now()) };
    sources.set(key, source);
    return source;
  }

  return {
    record(entry) {
      const bound = refusedIn(entry) === undefined ? OTHERS : REFUSALS;
      const source = sourceOf(entry, bound);
      cancel ??= clock.schedule(WINDOW_MS, endWindow);
      if (source.written < bound.each) {
        source.written += 1;
        log.record(entry);
        return;
      }
      if (source.counted === 0) source.since = new Date(clock.now());
      source.counted += 1;
    },
    close: endWindow,
  };
}

/** The kind and the reason of a refusal, by which refusals are grouped; undefined for other entries. */
function refusedIn(entry: AuditEntry): Readonly<Record<string, string>> | undefined {
  switch (entry.event) {
    case 'sign_in.refused':
      return { reason: entry.reason };
    case 'hook.refused':
      return { hook: entry.hook, reason: entry.reason };
    default:
      return undefined;
  }
}

interface AuditObserverParts {
  /** The address that the rates use. */
  readonly addressOf: (request: unknown) => string | undefined;
  /** The id in the log and in the reply. */
  readonly requestIdOf: (request: unknown) => string | undefined;
  /** Credits of an account that is opened over HTTP. */
  readonly newAccountCredits: number;
  readonly record: (entry: AuditEntry) => void;
}

/** The members of an entry, without its context. */
type Occurrence = { [Event in AuditEvent]: Omit<AuditEntryOf<Event>, keyof AuditContext> }[AuditEvent];

/** Records the actions of callers, from the requests that the contract has answered. */
export function auditObserver(parts: AuditObserverParts): ContractObserver {
  const { newAccountCredits, record } = parts;
  return {
    onRequest(request) {
      const occurrence = occurrenceOf(request, newAccountCredits);
      if (occurrence === undefined) return;
      record({ ...occurrence, ...callerContext(parts, request.raw), account: request.accountId });
    },
  };
}

/** The members of an entry about a request over HTTP. */
export function callerContext(
  { addressOf, requestIdOf }: Pick<AuditObserverParts, 'addressOf' | 'requestIdOf'>,
  request: unknown,
): AuditContext {
  const address = addressOf(request);
  return {
    by: 'caller',
    requestId: requestIdOf(request),
    // Behind proxies, a caller may have written any text there.
    address: address !== undefined && isIP(address) !== 0 ? address : undefined,
  };
}

function occurrenceOf(
  { itemId, method, operation, refusedSignIn, status }: ObservedRequest,
  newAccountCredits: number,
): Occurrence | undefined {
  if (refusedSignIn !== undefined) return { event: 'sign_in.refused', reason: refusedSignIn };
  if (operation === 'register' && status === 201)
    return { event: 'account.created', credits: newAccountCredits };
  if (operation === 'eraseNumber' && status === 200) return { event: 'number.erased' };
  // The caller wrote it, but on success it names an existing item. A repeat with an Idempotency-Key makes no webhook.
  if (itemId === undefined) return undefined;
  switch (operation) {
    case 'download':
      // HEAD and 304 send no data.
      return method === 'GET' && status === 200
        ? { event: 'result.downloaded', task: taskId(itemId) }
        : undefined;
    case 'remove':
      return status === 204 ? { event: 'task.deleted', task: taskId(itemId) } : undefined;
    case 'createWebhook':
      return status === 201 ? { event: 'webhook.created', webhook: itemId } : undefined;
    case 'removeWebhook':
      return status === 204 ? { event: 'webhook.deleted', webhook: itemId } : undefined;
    case 'rotateWebhookSecret':
      return status === 200 ? { event: 'webhook.secret_rotated', webhook: itemId } : undefined;
    case 'createToken':
      return status === 201 ? { event: 'token.created', tokenId: itemId } : undefined;
    case 'removeToken':
      return status === 204 ? { event: 'token.revoked', tokenId: itemId } : undefined;
    default:
      return undefined;
  }
}
