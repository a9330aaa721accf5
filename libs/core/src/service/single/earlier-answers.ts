import { linkSignals } from '../../async/linked-signal.js';
import {
  type FreshAnswersSettings,
  saysSomething,
  takeFreshAnswers,
} from '../../batch/intake/fresh-answers.js';
import { KnownAnswers } from '../../batch/intake/known-answers.js';
import { NumberIndex } from '../../batch/intake/number-index.js';
import { freshSingleAnswers } from '../../batch/intake/single-answers.js';
import type { UploadLine } from '../../batch/intake/upload/upload-line.js';
import { dayNumber } from '../../batch/number-chunk.js';
import { filledList, SUPPRESSED_ANSWER } from '../../batch/suppressed-numbers.js';
import type { SingleAnswerStore } from '../../ports/optional/single-answer-store.js';
import type { SuppressionList } from '../../ports/optional/suppression-list.js';
import type { AskedNumber } from './account-checks.js';
import { foundAnswer, type KnownAnswer, knownAnswer } from './known-answer.js';

export interface EarlierAnswersSettings extends FreshAnswersSettings {
  readonly uploads: UploadLine;
  readonly suppressions: SuppressionList | null;
  /** Milliseconds that a look-up in the account's tasks waits for its turn. */
  readonly checkWaitMs: number;
}

/**
 * The longest wait for an answer to be stored after its charge, in milliseconds. Its caller has paid, and must not time out and pay again.
 */
const KEEP_WAIT_MS = 1_000;

/** Finds answers that need no check: for suppressed numbers, and those found earlier. Stores new answers for later. */
export class EarlierAnswers {
  readonly #settings: EarlierAnswersSettings;
  readonly #closing: AbortSignal;

  constructor(settings: EarlierAnswersSettings, closing: AbortSignal) {
    this.#settings = settings;
    this.#closing = closing;
  }

  /** Resolves to the answer for a suppressed number, or to undefined if the account does not suppress it. */
  async suppressed({ accountId, date, phone }: AskedNumber): Promise<KnownAnswer | undefined> {
    const { clock, suppressions } = this.#settings;
    const list = await filledList(suppressions, accountId);
    const isSuppressed = (await list?.among(accountId, [phone]))?.has(phone) ?? false;
    return isSuppressed ? knownAnswer(SUPPRESSED_ANSWER, clock.now(), date) : undefined;
  }

  /**
   * Resolves to the answer that a single check or a task of the account found within this age, if any. Tasks are read only if no single
   * check has found one: that reads as much as a file, so it waits in the line of uploads.
   */
  async find(
    { accountId, date, phone }: AskedNumber,
    freshWithinMs: number,
    signal: AbortSignal | undefined,
  ): Promise<KnownAnswer | undefined> {
    const { checkWaitMs, clock, uploads } = this.#settings;
    const index = new NumberIndex({ hasConsentDates: date !== undefined });
    index.add(phone, dayNumber(date));
    const [single] = await freshSingleAnswers(index, this.#settings, { accountId, freshWithinMs, start: 0 });
    if (single !== undefined) return knownAnswer(single.answer, clock.now(), date);
    const known = new KnownAnswers(index);
    const ended = linkSignals(this.#closing, signal);
    try {
      const leave = await uploads.enter(accountId, ended.signal, checkWaitMs);
      try {
        const request = { accountId, freshWithinMs, signal: ended.signal };
        await takeFreshAnswers(known, index, this.#settings, request);
      } finally {
        leave();
      }
    } finally {
      ended.unlink();
    }
    return foundAnswer(known.at(0));
  }

  /**
   * Stores an answer for later requests, if it is worth it. Resolves once it is stored, at the latest a second after its charge, or when
   * the charge fails. Never rejects, since the check itself has succeeded.
   */
  async keep(asked: AskedNumber, answer: KnownAnswer, charge: Promise<unknown>): Promise<void> {
    const { clock, reporter, singleAnswers } = this.#settings;
    if (singleAnswers === null || !saysSomething(answer.status, answer.reason)) return;
    const keeping = this.#keep(singleAnswers, asked, answer).catch((error: unknown) => {
      reporter.report('answer_not_kept', error);
    });
    const isCharged = await charge.then(
      () => true,
      () => false,
    );
    if (!isCharged) return;
    let cancel = (): void => undefined;
    const tooLong = new Promise<true>((resolve) => {
      cancel = clock.schedule(KEEP_WAIT_MS, () => resolve(true));
    });
    const isLate = await Promise.race([keeping, tooLong]);
    cancel();
    if (isLate) {
      reporter.report('answer_not_kept', new Error(`it took more than ${KEEP_WAIT_MS} ms after its charge`));
    }
  }

  async #keep(
    store: SingleAnswerStore,
    asked: AskedNumber,
    { checkedAt, reassigned: is, ...answer }: KnownAnswer,
  ): Promise<void> {
    const { accountId, date, phone } = asked;
    // The number may have been erased and suppressed while it was checked.
    if ((await this.suppressed(asked)) !== undefined) return;
    const reassigned = date === undefined || is === undefined ? {} : { reassigned: { since: date, is } };
    // The time comes from a checker, whose clock may be ahead.
    const known = new Date(Math.min(checkedAt, this.#settings.clock.now()));
    await store.keep(accountId, { ...answer, ...reassigned, phone, checkedAt: known });
  }
}
