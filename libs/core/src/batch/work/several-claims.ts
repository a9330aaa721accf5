import type { Claim } from '../../ports/task-store.js';
import type { WorkSettings } from '../batch-settings.js';
import type { Claims, NextClaims } from './claims.js';
import { doCheck, doEnd, giveBack } from './do-claim.js';

/** Claims of a call that have not begun this long after the store's answer are given back. */
const BEGUN_WITHIN_MS = 250;

/**
 * Does the claims of a call, whatever becomes of each, and rejects with the first error. The next one begins when the calls of the last one
 * have ended, while its record is on its way. Claims that have not begun are given back when the checker has become slow, since other
 * processes may have nothing to do, and when the work is to stop.
 */
export async function doClaims(
  settings: WorkSettings,
  claims: Claims,
  next: NextClaims,
  signal: AbortSignal,
): Promise<void> {
  const call = new ClaimsOfCall(settings, claims, next, signal);
  const { clock, endings } = settings;
  const leave = [clock.schedule(BEGUN_WITHIN_MS, () => call.giveBackWaiting())];
  for (const { taskId } of next.claims)
    leave.push(endings.listen(taskId, () => call.giveBackWaiting(taskId)));
  const onAbort = (): void => call.giveBackWaiting();
  signal.addEventListener('abort', onAbort);
  leave.push(() => signal.removeEventListener('abort', onAbort));
  try {
    if (signal.aborted) onAbort();
    await call.doWaiting();
  } finally {
    for (const stop of leave) stop();
  }
  await call.ended();
}

class ClaimsOfCall {
  readonly #settings: WorkSettings;
  readonly #claims: Claims;
  readonly #askedAt: number;
  readonly #signal: AbortSignal;
  /** Those that have not begun. */
  #waiting: readonly Claim[];
  readonly #running: Promise<void>[] = [];
  readonly #errors: unknown[] = [];

  constructor(
    settings: WorkSettings,
    claims: Claims,
    { askedAt, claims: claimed }: NextClaims,
    signal: AbortSignal,
  ) {
    this.#settings = settings;
    this.#claims = claims;
    this.#askedAt = askedAt;
    this.#signal = signal;
    this.#waiting = claimed;
  }

  /** Gives back the claims that have not begun: all, or the checks of one task, of which no more are needed. */
  giveBackWaiting(taskId?: Claim['taskId']): void {
    const isMeant = (claim: Claim): boolean =>
      taskId === undefined || (claim.taskId === taskId && claim.kind === 'check');
    const meant = this.#waiting.filter(isMeant);
    this.#waiting = this.#waiting.filter((claim) => !isMeant(claim));
    for (const claim of meant) {
      const given = giveBack(this.#settings, claim.lease, 0);
      this.#running.push(given.then(() => this.#claims.noteGivenBack(claim)));
    }
  }

  /** Resolves when no claim waits any more, and the calls of the last one have ended. */
  async doWaiting(): Promise<void> {
    for (let [next] = this.#waiting; next !== undefined; [next] = this.#waiting) {
      this.#waiting = this.#waiting.slice(1);
      await this.#begin(next);
    }
  }

  /** Resolves when everything has ended that was begun. Rejects with the first error; nobody else would report the others. */
  async ended(): Promise<void> {
    await Promise.all(this.#running);
    const [first, ...others] = this.#errors;
    for (const error of others) this.#settings.reporter.report('work_failed', error);
    if (this.#errors.length > 0) throw first;
  }

  #begin(claim: Claim): Promise<void> {
    return new Promise((onAsked) => {
      const call = { askedAt: this.#askedAt, onAsked };
      const work = (
        claim.kind === 'check'
          ? doCheck(this.#settings, { claim, ...call, numbers: this.#claims.numbersOf(claim) }, this.#signal)
          : doEnd(this.#settings, claim)
      )
        .catch((error: unknown) => void this.#errors.push(error))
        .finally(() => {
          this.#claims.noteEnd(claim);
          onAsked();
        });
      this.#running.push(work);
    });
  }
}
