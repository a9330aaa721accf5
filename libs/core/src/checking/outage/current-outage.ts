import type { E164 } from '../../model/e164.js';
import type { TaskId } from '../../model/identifiers.js';
import type { OutageReason } from '../../model/task.js';
import type { StoredOutage } from '../../ports/task-store.js';
import type { CallOrder, EndedCall } from './call-order.js';
import { type BegunOutage, CheckerOutage, SHORTEST_PAUSE_MS } from './checker-outage.js';
import { OutageNews, type OutageNewsOptions } from './outage-news.js';

export interface CurrentOutageOptions extends OutageNewsOptions {
  /** The checker is down if nothing was answered for this many milliseconds while every call failed. */
  readonly outageAfterMs: number;
}

type Began = Pick<BegunOutage, 'isSilent' | 'reason' | 'since'>;

/** The present outage, if there is one, from its beginning to its end. It is reported to the store and to the operator. */
export class CurrentOutage {
  readonly #options: CurrentOutageOptions;
  readonly #order: CallOrder;
  readonly #news: OutageNews;
  readonly #listeners = new Set<() => void>();
  #known: CheckerOutage | null = null;
  /** The count of outages that this process has known. */
  #outages = 0;

  constructor(options: CurrentOutageOptions, order: CallOrder) {
    this.#options = options;
    this.#order = order;
    this.#news = new OutageNews(options);
  }

  /** The outage as this process knows it; null for none. */
  get known(): CheckerOutage | null {
    return this.#known;
  }

  /** Whether no number can be checked at present, as far as this process knows. */
  get isOn(): boolean {
    return this.#known !== null;
  }

  /** Why no number can be checked, as it was reported last; null if numbers can be. */
  get reason(): OutageReason | null {
    return this.#known?.reason ?? null;
  }

  /** Resolves when the store knows of every outage that began or ended before. Never rejects. */
  get reported(): Promise<void> {
    return this.#news.reported;
  }

  /** Calls `listener` when this process finds an outage, until the returned function is called. */
  onBegin(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The store has claimed the probe of an outage for this process; another one may have begun it. */
  beginProbe(outageMs: number): void {
    if (this.#known === null) this.#learn({ reason: 'checker_unavailable', lastedMs: outageMs });
    else this.#known.storedAt ??= this.#options.clock.elapsed() - outageMs;
  }

  /** The order of the last call of a task for this number alone that failed in this outage; 0 if there was none. */
  lastTried(number: E164): number {
    return this.#known?.lastTried(number) ?? 0;
  }

  /** Whether a chunk whose open numbers were all tried in this outage becomes the next probe, instead of a chunk behind it. */
  takeTurn(taskId: TaskId, chunkIndex: number): boolean {
    return this.#known?.takeTurn(taskId, chunkIndex) ?? true;
  }

  /** Whether a chunk of suspicious numbers alone leaves the next probe to the chunks behind it. It does so once. */
  leaveTurn(taskId: TaskId, chunkIndex: number): boolean {
    return this.#known?.leaveTurn(taskId, chunkIndex) ?? false;
  }

  /** Milliseconds until the next probe may go out; 0 if there is no outage. */
  get untilProbeMs(): number {
    return this.#known?.untilProbeMs(this.#options.clock.elapsed()) ?? 0;
  }

  /**
   * Makes the store fail the tasks that have waited for too long in this outage, if that is due. Resolves to the milliseconds until it is
   * due again, 0 if it was due now; infinity if there is no outage. Never rejects.
   */
  async failOverdue(): Promise<number> {
    if (this.#known === null) return Number.POSITIVE_INFINITY;
    const untilMs = this.#news.untilJudgementMs(this.#known);
    if (untilMs > 0) return untilMs;
    this.#news.judgeWaiting(this.#known);
    await this.reported;
    return 0;
  }

  /**
   * Call it before the store is read, and the returned function with the outage that the store has then, null for none. An outage that
   * another process has found begins here too, and one whose end another process has found ends.
   */
  lookAtStore(): (stored: StoredOutage | null) => void {
    const known = this.#known;
    const isStored = known !== null && known.storedAt !== null;
    const outages = this.#outages;
    return (stored) => {
      // Events of this process since then are newer.
      if (this.#known !== known || this.#outages !== outages) return;
      if (stored === null && isStored) this.#close(known);
      if (stored !== null && known === null) this.#learn(stored);
    };
  }

  /** An outage begins that a call of this process has found. */
  begin(cause: unknown, began: Began, retryAfterMs: number | undefined): CheckerOutage {
    const outage = this.#make(cause, began);
    outage.askedPauseMs = retryAfterMs;
    this.#news.begin(outage, Math.max(SHORTEST_PAUSE_MS, retryAfterMs ?? 0));
    for (const listener of this.#listeners) listener();
    return outage;
  }

  /** Another call has reported this outage, perhaps with another reason. */
  changeReason(outage: CheckerOutage, reason: OutageReason, cause: unknown): void {
    if (outage.reason === reason) return;
    outage.reason = reason;
    outage.cause = cause;
    // The operator has to act differently, and polls of tasks show the reason.
    this.#news.begin(outage, 0);
  }

  /**
   * Postpones the next probe: after a failed probe, and for as long as the upstream asks for. A requested pause of 0 does not end the
   * growing pauses. A failed single check adds no information, and many of them would postpone the probe for ever.
   */
  prolong(outage: CheckerOutage, call: EndedCall, retryAfterMs: number | undefined): void {
    const isProbe = outage.isProbe(call);
    if (retryAfterMs !== undefined) outage.askedPauseMs = retryAfterMs;
    else if (!isProbe) return;
    const ownMs = isProbe ? outage.pauseMs(this.#options.clock.elapsed()) : 0;
    this.#news.pause(outage, Math.max(ownMs, retryAfterMs ?? 0));
    if (isProbe) this.#news.outlast(outage);
  }

  /** This outage is over, as a call of this process has found. */
  end(outage: CheckerOutage): void {
    this.#close(outage);
    this.#news.endStored();
  }

  #close(outage: CheckerOutage): void {
    this.#known = null;
    this.#news.end(outage);
  }

  #learn({ lastedMs, reason }: StoredOutage): void {
    const since = this.#options.clock.elapsed() - lastedMs;
    const cause = new Error('another process has found that no number can be checked');
    const outage = this.#make(cause, { reason, since, isSilent: false });
    outage.storedAt = since;
    outage.isFoundElsewhere = true;
  }

  #make(cause: unknown, began: Began): CheckerOutage {
    this.#outages += 1;
    const followsAnswers = this.#order.sinceAnswerMs(began.since) <= this.#options.outageAfterMs;
    const begun = { ...began, cause, lastCall: this.#order.last, followsAnswers };
    this.#known = new CheckerOutage(begun, this.#options.clock.elapsed());
    return this.#known;
  }
}
