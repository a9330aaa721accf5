import type { OutageReason } from '../model/task.js';
import type { StoreMoment } from '../ports/store-time.js';
import type { Lease, OutageReport, StoredOutage } from '../ports/task-store.js';

/** The contents of an {@link OutageDocument}, as JSON. Times by the store's time. */
export interface OutageDocumentData {
  readonly since: number;
  reason: OutageReason;
  /** Whether every report so far was inferred. */
  isInferred: boolean;
  pausedUntil: number;
  /** The lease of the last chunk that was handed out as a probe. */
  probe: Lease | null;
}

/** The task of a probe. */
interface ProbedTask {
  /** When a lease ends; undefined if the lease is lost. */
  leaseEnd(lease: Lease): number | undefined;
}

/** The only outage of a store, as a JSON document. Without an outage there is no document. */
export class OutageDocument {
  readonly #data: OutageDocumentData;

  /** `data`: a result of `toJSON`, which the document then owns. */
  constructor(data: OutageDocumentData) {
    this.#data = data;
  }

  /** Begins an outage, or lengthens the pause of the present one. */
  static report(
    present: OutageDocument | null,
    report: OutageReport,
    { after, now }: StoreMoment,
  ): OutageDocument {
    const { isInferred, pausedUntil, probe, since } = present?.toJSON() ?? {
      isInferred: true,
      pausedUntil: 0,
      probe: null,
      since: now,
    };
    return new OutageDocument({
      since,
      reason: report.reason,
      isInferred: isInferred && report.isInferred,
      pausedUntil: Math.max(pausedUntil, after(report.retryAfterMs)),
      probe,
    });
  }

  toJSON(): OutageDocumentData {
    return this.#data;
  }

  get since(): number {
    return this.#data.since;
  }

  get reason(): OutageReason {
    return this.#data.reason;
  }

  /** The task of the last probe, which {@link nextCheckAt} needs. */
  get probeTaskId(): Lease['taskId'] | undefined {
    return this.#data.probe?.taskId;
  }

  /** When the next chunk can be claimed, as the probe: after the pause and after the lease of the last probe. A past time means now. */
  nextCheckAt(probeTask: ProbedTask | undefined): number {
    const { pausedUntil, probe } = this.#data;
    const probeEnd = probe === null ? undefined : probeTask?.leaseEnd(probe);
    return Math.max(pausedUntil, probeEnd ?? 0);
  }

  sendProbe(lease: Lease): void {
    this.#data.probe = lease;
  }

  stored(now: number): StoredOutage {
    const { isInferred, reason, since } = this.#data;
    return { reason, isInferred, lastedMs: Math.max(0, now - since) };
  }
}
