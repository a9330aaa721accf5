import type { Finding } from '../line-state.js';

/** `not_looked_up`: the account's own settings, or Infobip's platform, kept the question from the network. */
export type CodeMeaning = Finding | 'not_looked_up';

/**
 * What an error says about the line, by its name: an id has another meaning in another product. Each comment paraphrases the description of
 * its code in the error code reference, 'General error codes'
 * (https://www.infobip.com/docs/developer-resources/api-fundamentals/error-code-reference). Any other code, including new ones, is
 * `line_unclear`.
 *
 * `permanent` is not read. According to the reference's first paragraph, it means that the same message would fail again in the same way. That
 * is also true of do-not-disturb, a blocked sender and a missing SMS service.
 */
const ERRORS: ReadonlyMap<string, CodeMeaning> = new Map<string, CodeMeaning>([
  // 'Handset errors': the network does not know the subscriber.
  ['EC_UNKNOWN_SUBSCRIBER', 'line_dead'],
  // 'Handset errors': the phone is off, cannot be reached, or is out of coverage.
  ['EC_ABSENT_SUBSCRIBER', 'line_absent'],
  ['EC_ABSENT_SUBSCRIBER_SM', 'line_absent'],
  // 'Handset errors': the operator has suspended the subscriber's service, mostly for unpaid invoices.
  ['EC_CALL_BARRED', 'line_absent'],
  // 'Handset errors': the subscriber is abroad, in a network without a roaming agreement.
  ['EC_ROAMING_NOT_ALLOWED', 'line_absent'],
  // 'Handset errors': the network refuses the phone, because the number or its IMEI is blocked there.
  ['EC_ILLEGAL_SUBSCRIBER', 'line_absent'],
  ['EC_ILLEGAL_EQUIPMENT', 'line_absent'],
  // 'User errors': the number is on the list of deactivated ones, and a look-up has confirmed it.
  ['EC_DEACTIVATED_LIST', 'line_dead'],
  // 'Operator errors': the operator has suspended the number.
  ['EC_DEST_ADDRESS_SUSPENDED', 'line_absent'],

  // 'User errors': the account has no access, or has reached its limit of the month or of the day.
  ['EC_ACCOUNT_ACCESS_DENIED', 'not_looked_up'],
  ['EC_MONTHLY_LIMIT_REACHED', 'not_looked_up'],
  ['EC_SIGNALS_HARD_LIMIT_REACHED', 'not_looked_up'],
  // 'User errors': the number or the sender is blocked, by the operator's wish or on the account itself.
  ['EC_BLACKLISTED_DESTINATIONADDRESS', 'not_looked_up'],
  ['EC_BLACKLISTED_SENDERADDRESS', 'not_looked_up'],
  // 'User errors': the account has sent too much to this number.
  ['EC_DESTINATION_FLOODING', 'not_looked_up'],
  ['EC_DESTINATION_TXT_FLOODING', 'not_looked_up'],
  // 'Operator errors': it failed at the platform, and was passed to no operator.
  ['EC_NOTSUBMITTEDTOGMSC', 'not_looked_up'],
]);

/** The same for statuses, by 'General status codes' of https://www.infobip.com/docs/essentials/response-status-and-error-codes. */
const STATUSES: ReadonlyMap<string, CodeMeaning> = new Map<string, CodeMeaning>([
  // 'Delivered': at the handset. DELIVERED_TO_OPERATOR, which still waits for the handset, is no sign of a line in service.
  ['DELIVERED_TO_HANDSET', 'line_live'],
  // 'Undeliverable': not sent at all.
  ['UNDELIVERABLE_NOT_SENT', 'not_looked_up'],
  // 'Rejected': the sender is not registered, or is blocked on the account.
  ['REJECTED_SOURCE', 'not_looked_up'],
  ['REJECTED_SENDER', 'not_looked_up'],
  // 'Rejected': the number is blocked, by the operator's wish or on the account itself.
  ['REJECTED_DESTINATION_BLOCKLISTED', 'not_looked_up'],
  // 'Rejected': the account may ask about one test number alone, or has no route.
  ['REJECTED_DESTINATION_NOT_REGISTERED', 'not_looked_up'],
  ['REJECTED_ROUTE_NOT_AVAILABLE', 'not_looked_up'],
  // 'Rejected': too many requests about this number, or an error of the system: to be tried again.
  ['REJECTED_FLOODING_FILTER', 'not_looked_up'],
  ['REJECTED_SYSTEM_ERROR', 'not_looked_up'],
  ['UNDELIVERABLE_REJECTED_PLATFORM', 'not_looked_up'],
]);

/** 'Rejected': the account has no credits left, or their time is over. */
const UNPAID = ['REJECTED_NOT_ENOUGH_CREDITS', 'REJECTED_PREPAID_PACKAGE_EXPIRED'];

/** The groups of ended look-ups. `PENDING` is none of them. */
const ENDED = ['UNDELIVERABLE', 'DELIVERED', 'EXPIRED', 'REJECTED'];

export function isUnpaid(status: string): boolean {
  return UNPAID.includes(status);
}

export interface ResultCodes {
  /** The names of the status and its group, and that of the error; undefined for none. */
  readonly group: string;
  readonly status: string;
  readonly error: string | undefined;
}

/**
 * Returns what a result says about the line. Returns undefined if the look-up is under way, was never made, or ended in an unknown group. The
 * network was not asked then, so the check has failed and is free.
 */
export function findingOfCodes({ group, status, error }: ResultCodes): Finding | undefined {
  if (!ENDED.includes(group) || isUnpaid(status)) return undefined;
  const ofStatus = STATUSES.get(status);
  if (ofStatus === 'not_looked_up') {
    // With these of `REJECTED`, the account or the platform refused it: no error beside them is the network's.
    if (group === 'REJECTED' || error === undefined || !ERRORS.has(error)) return undefined;
  }
  const meaning = error === undefined ? ofStatus : ERRORS.get(error);
  // The two contradict each other, and a line in service is never dead.
  if (ofStatus === 'line_live' && meaning === 'line_dead') return 'line_unclear';
  return meaning === 'not_looked_up' ? undefined : (meaning ?? 'line_unclear');
}
