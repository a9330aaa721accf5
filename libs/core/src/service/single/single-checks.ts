import { linkSignals } from '../../async/linked-signal.js';
import { assertFreshAnswers } from '../../batch/intake/fresh-answers.js';
import type { CallRight, CheckBudget } from '../../checking/budget/check-budget.js';
import type { CallOutcome } from '../../checking/calls/checker-calls.js';
import { type CheckingParts, isLeftBehind } from '../../checking/running-calls.js';
import type { CreditCaps } from '../../model/accounts.js';
import { DialproofError } from '../../model/errors.js';
import type { AccountId, E164, KeyedVerification } from '../../model/identifiers.js';
import { askedDate, type ConsentDate, consentDate, type Reassigned } from '../../model/reassigned.js';
import type { VerificationStatus } from '../../model/statuses.js';
import { normalizePhone } from '../../phone/normalize-phone.js';
import { isPossibleNumber } from '../../phone/numbering/phone-table.js';
import { type Entropy, newVerificationHoldId } from '../../ports/entropy.js';
import type { CheckAnswer } from '../../ports/number-checker.js';
import { AccountChecks, type AskedNumber, originOf } from './account-checks.js';
import { CheckCharges, type CheckChargesSettings, type CheckHold } from './check-charges.js';
import { EarlierAnswers, type EarlierAnswersSettings } from './earlier-answers.js';
import { type KnownAnswer, knownAnswer } from './known-answer.js';
import { keyedHolds, newHolds, UnsettledAnswers, type VerificationHolds } from './verification-holds.js';

export interface VerifyRequest {
  readonly accountId: AccountId;
  /** The number in any spelling that `normalizePhone` understands. */
  readonly phone: string;
  /**
   * When the owner of the number gave consent: a past date or date-time in ISO 8601, otherwise `malformed_request`. The answer then has
   * `reassigned`.
   */
  readonly consentDate?: string;
  /**
   * The greatest age, in milliseconds, of an answer of the account's tasks or single checks that is reused, as for a file: at no credit and
   * without a call, with its own `checkedAt`. Default: the number is checked.
   */
  readonly freshWithinMs?: number;
  /**
   * Identifies the request of this number within its account, 1 to 255 characters. The request is charged once, however often it is
   * repeated, even if the process was killed between its work and its answer. A repeat gets the charged answer, or the one whose charge
   * failed in this process, without another check. If the ledger keeps no text, the number is checked again. Default: no two requests are
   * repeats.
   */
  readonly requestId?: string;
  /** The caps of the caller's credentials: a check counts a credit of the day, unless it is refused or fails. Default: none. */
  readonly caps?: CreditCaps;
  /**
   * Gives up a check that still waits for its turn; nothing is charged then. Once the checker was called, the check continues to its end
   * and is charged, since the upstream charges for it too.
   */
  readonly signal?: AbortSignal;
}

export interface Verification {
  readonly phone: E164;
  readonly status: VerificationStatus;
  /** The time at which the answer became known, in milliseconds since 1970. */
  readonly checkedAt: number;
  /** The source and the reason of the answer, if the checker gives them; see `DetailedAnswer`. */
  readonly source?: string;
  readonly reason?: string;
  /**
   * Whether the number was given to somebody else since the date of consent. Only for a request with a date. `unknown` if the checker
   * cannot tell.
   */
  readonly reassigned?: Reassigned;
}

/** A running single check. */
interface SingleCheck {
  readonly holds: VerificationHolds;
  /** Undefined without a request id. */
  readonly keyed: KeyedVerification | undefined;
  readonly caps: CreditCaps | undefined;
  readonly freshWithinMs: number | undefined;
  readonly signal: AbortSignal | undefined;
}

export interface VerifySettings extends CheckingParts, CheckChargesSettings, EarlierAnswersSettings {
  readonly entropy: Entropy;
  readonly budget: CheckBudget;
  /** The most single checks of an account that are under way or wait at once. */
  readonly maxChecksPerAccount: number;
  /** Milliseconds that a single check, or its look-up, waits for its turn. */
  readonly checkWaitMs: number;
  readonly closeGraceMs: number;
}

const MAX_REQUEST_ID_CHARS = 255;

/** Verifies single numbers: hold a credit, wait for a turn, check, settle. If the process dies in between, nothing is charged. */
export class SingleChecks {
  readonly #settings: VerifySettings;
  readonly #closing: AbortSignal;
  readonly #accounts: AccountChecks;
  readonly #charges: CheckCharges;
  readonly #earlier: EarlierAnswers;
  /** The requests with an id that are under way in this process. */
  readonly #requests = new Set<string>();
  readonly #unsettled = new UnsettledAnswers();

  constructor(settings: VerifySettings, closing: AbortSignal) {
    this.#settings = settings;
    this.#closing = closing;
    this.#accounts = new AccountChecks(settings, closing);
    this.#charges = new CheckCharges(settings);
    this.#earlier = new EarlierAnswers(settings, closing);
  }

  async verify(request: VerifyRequest): Promise<Verification> {
    const { accountId, caps, freshWithinMs, requestId, signal } = request;
    signal?.throwIfAborted();
    this.#closing.throwIfAborted();
    assertFreshAnswers(this.#settings, request);
    const phone = normalizePhone(request.phone);
    const written = this.#dateOf(request);
    const date = written && askedDate(written, this.#settings.clock.now());
    // The key has the date as written, so that it is the same for a repeat after midnight. The date for the checker may differ then.
    const keyed = requestId === undefined ? undefined : { accountId, phone, requestId, date: written };
    const finishRequest = this.#beginRequest(accountId, requestId);
    try {
      this.#accounts.enter(accountId);
      try {
        return await this.#verify({ accountId, phone, date }, { keyed, caps, freshWithinMs, signal });
      } finally {
        this.#accounts.leave(accountId);
      }
    } finally {
      finishRequest();
    }
  }

  #dateOf({ consentDate: written }: VerifyRequest): ConsentDate | undefined {
    if (written === undefined) return undefined;
    const date = consentDate(written, this.#settings.clock.now());
    if (date !== undefined) return date;
    throw new DialproofError('malformed_request', {
      hint: 'the date of consent must be a day that has passed, such as 2024-05-01, or a date-time of ISO 8601',
    });
  }

  /** Refuses a request whose id is under way: the second one would treat the first as abandoned. */
  #beginRequest(accountId: AccountId, requestId: string | undefined): () => void {
    if (requestId === undefined) return () => undefined;
    if (typeof requestId !== 'string' || requestId === '' || requestId.length > MAX_REQUEST_ID_CHARS) {
      throw new TypeError(`requestId must be text of 1 to ${MAX_REQUEST_ID_CHARS} characters`);
    }
    // No account id contains NUL.
    const name = `${accountId}\0${requestId}`;
    if (this.#requests.has(name)) throw new DialproofError('request_in_progress');
    this.#requests.add(name);
    return () => this.#requests.delete(name);
  }

  async #verify(asked: AskedNumber, check: Omit<SingleCheck, 'holds'>): Promise<Verification> {
    const { clock, entropy, ledger } = this.#settings;
    const { date, phone } = asked;
    const { keyed } = check;
    const holds =
      keyed === undefined
        ? newHolds(() => newVerificationHoldId(clock.now(), entropy))
        : await keyedHolds(ledger, keyed);
    // An answer whose settlement failed may be stored, but is still to be charged.
    const isUnsettled = keyed !== undefined && this.#unsettled.get(keyed) !== undefined;
    const free = isUnsettled ? { ...check, freshWithinMs: undefined } : check;
    const answer =
      holds.answer ?? (await this.#free(asked, free)) ?? (await this.#charged(asked, { ...check, holds }));
    // A failed check has no details.
    return { phone, ...(answer ?? knownAnswer('unknown', clock.now(), date)) };
  }

  /** Resolves to an answer that needs no check, or to undefined. */
  async #free(
    asked: AskedNumber,
    { freshWithinMs, signal }: Pick<SingleCheck, 'freshWithinMs' | 'signal'>,
  ): Promise<KnownAnswer | undefined> {
    const suppressed = await this.#earlier.suppressed(asked);
    if (suppressed !== undefined || freshWithinMs === undefined) return suppressed;
    const fresh = await this.#earlier.find(asked, freshWithinMs, signal);
    // The number may have been suppressed while the look-up waited.
    return (await this.#earlier.suppressed(asked)) ?? fresh;
  }

  /** Checks the number and charges its answer. Resolves to undefined when the check failed, which is free. */
  async #charged(
    asked: AskedNumber,
    { caps, holds, keyed, signal }: SingleCheck,
  ): Promise<KnownAnswer | undefined> {
    const { accountId } = asked;
    const hold = { accountId, holds, holdId: holds.next() };
    const counted = holds.isPaid ? undefined : await this.#charges.hold(hold, caps);
    let answer = keyed && this.#unsettled.get(keyed);
    let suppressed: KnownAnswer | undefined;
    try {
      if (answer === undefined) ({ answer, suppressed } = await this.#known(asked, signal));
    } catch (refusal) {
      await this.#charges.release(hold);
      await counted?.giveBack();
      throw refusal;
    }
    try {
      if (answer === undefined) answer = await this.#charges.release(hold);
      else await this.#chargeAndKeep(asked, hold, answer);
    } catch (error) {
      // If the ledger has charged the answer nevertheless, the repeat finds the charge.
      if (keyed !== undefined && answer !== undefined) this.#unsettled.add(keyed, answer);
      throw error;
    }
    if (keyed !== undefined) this.#unsettled.delete(keyed);
    if (answer === undefined) await counted?.giveBack();
    return answer ?? suppressed;
  }

  async #chargeAndKeep(asked: AskedNumber, hold: CheckHold, answer: KnownAnswer): Promise<void> {
    const charge = this.#charges.charge(hold, answer);
    // Charged and stored at the same time, so that one commit of an embedded database has both. Without a request id, the answer of a
    // failed settlement is free later: its caller got no answer, and was not charged.
    const keeping = this.#earlier.keep(asked, answer, charge);
    await charge;
    await keeping;
  }

  /** Resolves to the checker's answer, or to `suppressed` if the number was suppressed meanwhile; to neither if the check failed. */
  async #known(
    asked: AskedNumber,
    signal: AbortSignal | undefined,
  ): Promise<{ readonly answer?: KnownAnswer | undefined; readonly suppressed?: KnownAnswer }> {
    const known = (answer: CheckAnswer) => knownAnswer(answer, this.#settings.clock.now(), asked.date);
    if (!isPossibleNumber(asked.phone)) return { answer: known('dead') };
    const { budget } = this.#settings;
    const { hasWaited, right } = await this.#waitForTurn(asked.accountId, signal);
    let isLeft = false;
    try {
      const suppressed = hasWaited ? await this.#earlier.suppressed(asked) : undefined;
      if (suppressed !== undefined) return { suppressed };
      const outcome = await this.#accounts.ask(asked);
      isLeft = isLeftBehind(outcome);
      const answer = answerOf(outcome);
      return { answer: answer && known(answer) };
    } finally {
      budget.free(right, isLeft);
    }
  }

  /** Takes the right to make a call. Rejects if its turn did not come in time. */
  async #waitForTurn(
    accountId: AccountId,
    signal: AbortSignal | undefined,
  ): Promise<{ readonly hasWaited: boolean; readonly right: CallRight }> {
    const { budget, checkWaitMs, clock } = this.#settings;
    signal?.throwIfAborted();
    this.#closing.throwIfAborted();
    // Usually a slot is free, and no wait is needed.
    const atOnce = budget.tryTake('single');
    if (atOnce !== null) return { hasWaited: false, right: atOnce };
    const ended = linkSignals(this.#closing, signal);
    const cancelWait = clock.schedule(checkWaitMs, () => ended.abort(overloaded(checkWaitMs)));
    const right = await budget.take(originOf(accountId), ended.signal);
    cancelWait();
    ended.unlink();
    if (right === null) throw ended.signal.reason;
    return { hasWaited: true, right };
  }
}

function answerOf(outcome: CallOutcome): CheckAnswer | undefined {
  return outcome.kind === 'answered' ? outcome.answers[0] : undefined;
}

function overloaded(checkWaitMs: number): DialproofError {
  return new DialproofError('overloaded', {
    hint: 'too many numbers are being checked at present',
    retryAfterMs: checkWaitMs,
  });
}
