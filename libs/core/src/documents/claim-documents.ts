import type { StoreMoment } from '../ports/store-time.js';
import type { ClaimAnswer, ClaimRequest } from '../ports/task-store.js';
import { msUntilNext } from './ms-until.js';
import type { OutageDocument } from './outage-document.js';
import type { DocumentClaim, TaskDocument } from './task-document.js';

/** What a claim reads. */
export interface ClaimableDocuments {
  /** What is open, in the order of turns: by account, then by task. Of a request for one task, that task alone. */
  readonly open: readonly TaskDocument[];
  /** The present outage, which a claim may change. */
  readonly outage: OutageDocument | null;
  /** The task of the outage's last probe, see {@link OutageDocument.probed}. Only needed if it is not among the open ones. */
  readonly probed: TaskDocument | undefined;
  readonly moment: StoreMoment;
  newToken(): string;
}

export interface ClaimedDocuments extends Omit<ClaimAnswer, 'claims'> {
  /** The store adds the bytes of chunks. */
  readonly claims: readonly DocumentClaim[];
  /** The documents of the claims, which the store saves. */
  readonly changed: readonly TaskDocument[];
  /** The documents that were served, in this order: each goes behind the others of its account, and its account behind the others. */
  readonly served: readonly TaskDocument[];
}

/**
 * Claims from documents as {@link TaskStore.claim} asks for it: uploads and retries that were given up first, as they are quick and hold
 * credits, and then by turn. It reads all open documents: fine for some hundred.
 */
export function claimDocuments(
  { except = [], leaseMs, limit, taskId }: ClaimRequest,
  { moment, newToken, open: all, outage, probed }: ClaimableDocuments,
): ClaimedDocuments {
  const { now } = moment;
  const isMeant = (task: TaskDocument) => task.isBegun || taskId !== null || !except.includes(task.accountId);
  const meant = all.filter(isMeant);
  let open = [...meant.filter(({ isBegun }) => isBegun), ...meant.filter(({ isBegun }) => !isBegun)];
  const claims: DocumentClaim[] = [];
  const changed = new Set<TaskDocument>();
  const served: TaskDocument[] = [];
  // An open document may be newer than one that was read beside it.
  const lastProbed = () => all.find(({ taskId: id }) => id === outage?.probed) ?? probed;
  const checksFrom = () => outage?.checksFrom(lastProbed(), now) ?? 0;
  while (claims.length < limit) {
    const from = checksFrom();
    const next = open.find((task) => task.claimableAt(now, from) <= now);
    if (next === undefined) break;
    const isByTurn = !next.isBegun;
    const claim = next.claim({ token: newToken(), leaseMs }, outage?.stored(now).lastedMs ?? null, moment);
    if (claim.kind === 'check') outage?.sendProbe(claim.lease);
    claims.push(claim);
    changed.add(next);
    if (!isByTurn) continue;
    served.push(next);
    // As the turns are now: its account is behind the others, and it behind the others of its account.
    const place = (task: TaskDocument) => (task === next ? 2 : task.accountId === next.accountId ? 1 : 0);
    open = open.toSorted((one, other) => place(one) - place(other));
  }
  const from = checksFrom();
  const next = open.reduce((at, task) => Math.min(at, task.claimableAt(now, from)), Number.POSITIVE_INFINITY);
  return {
    claims,
    outage: outage?.stored(now) ?? null,
    retryAfterMs: claims.length > 0 ? 0 : msUntilNext(next, now),
    changed: [...changed],
    served,
  };
}
