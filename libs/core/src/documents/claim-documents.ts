import { msUntilNext } from '../model/options.js';
import type { StoreMoment } from '../ports/store-time.js';
import type { ClaimAnswer, ClaimRequest } from '../ports/task-store.js';
import type { OutageDocument } from './outage-document.js';
import type { DocumentClaim, TaskDocument } from './task-document.js';

/** The input of {@link claimDocuments}. */
export interface ClaimableDocuments {
  /** The open tasks in the order of turns: by account, then by task. For a request with a `taskId`, that task alone. */
  readonly open: readonly TaskDocument[];
  /** The present outage, which a claim may change. */
  readonly outage: OutageDocument | null;
  /** The task of the outage's last probe, see {@link OutageDocument.probeTaskId}. Only needed if it is not among the open ones. */
  readonly probeTask: TaskDocument | undefined;
  readonly moment: StoreMoment;
  /** Returns a token that no other lease has, such as a UUID. */
  newToken(): string;
}

export interface ClaimedDocuments extends Omit<ClaimAnswer, 'claims'> {
  /** Claims of chunks lack `chunk` and `statuses`: the store adds them. */
  readonly claims: readonly DocumentClaim[];
  /** The documents of the claims, which the store saves. */
  readonly changed: readonly TaskDocument[];
  /** The documents that were served, in this order: each goes behind the others of its account, and its account behind the others. */
  readonly served: readonly TaskDocument[];
}

/**
 * Claims from documents as {@link TaskStore.claim} asks for it: abandoned uploads and retries come first, since they are quick and hold
 * credits, then work by turn. It reads all open documents, which is fast enough for some hundred.
 */
export function claimDocuments(
  { except = [], leaseMs, limit, taskId }: ClaimRequest,
  { moment, newToken, open: all, outage, probeTask }: ClaimableDocuments,
): ClaimedDocuments {
  const { now } = moment;
  const isMeant = (task: TaskDocument) => task.isBegun || taskId !== null || !except.includes(task.accountId);
  let open = all.filter(isMeant).toSorted((one, other) => Number(other.isBegun) - Number(one.isBegun));
  const claims: DocumentClaim[] = [];
  const changed = new Set<TaskDocument>();
  const served: TaskDocument[] = [];
  // This claim may have changed the open document; `probeTask` is a copy from before.
  const probedNow = () => all.find(({ taskId: id }) => id === outage?.probeTaskId) ?? probeTask;
  const nextCheckAt = () => outage?.nextCheckAt(probedNow()) ?? 0;
  while (claims.length < limit) {
    const from = nextCheckAt();
    const next = open.find((task) => task.claimableAt(now, from) <= now);
    if (next === undefined) break;
    const isByTurn = !next.isBegun;
    const claim = next.claim({ token: newToken(), leaseMs }, outage?.stored(now).lastedMs ?? null, moment);
    if (claim.kind === 'check') outage?.sendProbe(claim.lease);
    claims.push(claim);
    changed.add(next);
    if (!isByTurn) continue;
    served.push(next);
    // Updates the turns: the served account goes behind the others, and the task behind the others of its account.
    const place = (task: TaskDocument) => (task === next ? 2 : task.accountId === next.accountId ? 1 : 0);
    open = open.toSorted((one, other) => place(one) - place(other));
  }
  const earliest = () => {
    const from = nextCheckAt();
    return open.reduce((at, task) => Math.min(at, task.claimableAt(now, from)), Number.POSITIVE_INFINITY);
  };
  return {
    claims,
    outage: outage?.stored(now) ?? null,
    retryAfterMs: claims.length > 0 ? 0 : msUntilNext(earliest(), now),
    changed: [...changed],
    served,
  };
}
