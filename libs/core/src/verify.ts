import type { CallOutcome } from './checking/checker-calls.js';
import { RunningCalls, type RunningCallsParts } from './checking/running-calls.js';
import { newVerificationHoldId } from './identifiers.js';
import type { E164 } from './phone/e164.js';
import { normalizePhone } from './phone/normalize-phone.js';
import { isPossibleNumber } from './phone/phone-table.js';
import type { CreditLedger } from './ports/credit-ledger.js';
import type { BulkAnswer } from './ports/number-checker.js';
import type { Verification, VerifyRequest } from './verification-service.js';

export interface VerifySettings extends RunningCallsParts {
  readonly ledger: CreditLedger;
}

/** How much longer than its check a hold lasts, before it counts as left behind by a process that died. */
const HOLD_MARGIN_MS = 60_000;

/** Holds a credit, checks, settles. A process that dies in between charges nothing: the hold expires. */
export async function verifyNumber(settings: VerifySettings, request: VerifyRequest): Promise<Verification> {
  const { checkDeadlineMs, clock, ledger } = settings;
  request.signal?.throwIfAborted();
  const phone = normalizePhone(request.phone);
  const holdId = newVerificationHoldId(clock.now());
  await ledger.hold({
    holdId,
    accountId: request.accountId,
    credits: 1,
    expiresAt: clock.now() + checkDeadlineMs + HOLD_MARGIN_MS,
  });
  const answer = isPossibleNumber(phone) ? await checkOnce(settings, phone, request.signal) : 'dead';
  const checkedAt = clock.now();
  const failed = answer === 'check_failed';
  await ledger.settle(holdId, failed ? 0 : 1);
  request.signal?.throwIfAborted();
  return { phone, status: failed ? 'unknown' : answer, checkedAt };
}

async function checkOnce(
  settings: VerifySettings,
  phone: E164,
  signal: AbortSignal | undefined,
): Promise<BulkAnswer> {
  const running = new RunningCalls(settings, signal);
  const answers = await new Promise<CallOutcome>((resolve) => running.start([phone], resolve));
  running.close();
  return answers === 'checker_unavailable' ? 'check_failed' : (answers[0] ?? 'check_failed');
}
