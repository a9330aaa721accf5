import {
  assertOptionNames,
  type Clock,
  type CreditLedger,
  type Entropy,
  type EventOutbox,
  millisecondsOption,
  type ReportedFailure,
  systemClock,
  systemEntropy,
  type WebhookStore,
  warnProcess,
} from '@dialproof/core';
import {
  AddressRules,
  type AddressRulesOptions,
  askNameServers,
  type ResolveHost,
} from './address/address-rules.js';

/** The conditions of the event `credits.low`. */
export interface CreditsLowOptions {
  /** The ledger of the service, from which balances are read. */
  readonly ledger: Pick<CreditLedger, 'balance'>;
  /** Fewer available credits than this are low: a whole number from 1. */
  readonly below: number;
  /** Milliseconds between two readings of an account's balance, at least 1,000. Default 60,000. */
  readonly everyMs?: number;
}

/** The parts and settings of {@link createWebhooks}. */
export interface WebhooksOptions extends AddressRulesOptions {
  /** Keeps webhooks and deliveries. */
  readonly store: WebhookStore;
  /** The outbox to which the task store appends the ends of tasks. Null: no webhook gets events of tasks. */
  readonly outbox: EventOutbox | null;
  /** Default: none, and `credits.low` is never sent. */
  readonly creditsLow?: CreditsLowOptions;
  /** Default: the machine's clock. */
  readonly clock?: Clock;
  /** The source of ids, secrets and jitter. Default: the machine's own. */
  readonly entropy?: Entropy;
  /** The most webhooks of an account, from 1 to 100. Default 10. */
  readonly maxPerAccount?: number;
  /** Milliseconds for a receiver's answer, the look-up of its name included: from 1,000 to 60,000. Default 20,000. */
  readonly timeoutMs?: number;
  /** Deliveries of this process under way at once, from 1 to 1,000. Default 100. */
  readonly maxInFlight?: number;
  /** Deliveries of one webhook under way at once, at most `maxInFlight`: a receiver that stalls blocks no more. Default 2. */
  readonly maxInFlightPerWebhook?: number;
  /** A webhook is disabled after failing without a success for this many milliseconds. Default 432,000,000, five days. */
  readonly disableAfterMs?: number;
  /** Milliseconds for which a delivery is kept, so that it can be replayed. Default 604,800,000, a week. */
  readonly keepMs?: number;
  /** Milliseconds that deliveries under way have to end when the work is to stop. Default 5,000. */
  readonly closeGraceMs?: number;
  /** Asks for the addresses of a name. Default: the name servers of the system, without its file of hosts. */
  readonly resolve?: ResolveHost;
  /** Certificates in PEM that receivers' certificates may come from, instead of those that Node trusts. */
  readonly trustedCertificates?: readonly string[];
  /** Gets failures that no caller sees, like `onError` of the service. Default: `process.emitWarning`. */
  readonly onError?: (failure: ReportedFailure) => void;
}

/** The options with their defaults filled in and checked. */
export interface WebhookSettings {
  readonly store: WebhookStore;
  readonly outbox: EventOutbox | null;
  readonly creditsLow: Required<CreditsLowOptions> | null;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly maxPerAccount: number;
  readonly timeoutMs: number;
  readonly maxInFlight: number;
  readonly maxInFlightPerWebhook: number;
  readonly disableAfterMs: number;
  readonly keepMs: number;
  readonly closeGraceMs: number;
  readonly rules: AddressRules;
  readonly resolve: ResolveHost;
  readonly trustedCertificates: readonly string[] | undefined;
  readonly onError: (failure: ReportedFailure) => void;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const YEAR_MS = 366 * DAY_MS;

const STORE_METHODS = [
  ...['create', 'list', 'remove', 'rotate', 'deliveries', 'replay', 'expand', 'claim', 'record', 'expire'],
  ...['claimBalanceReadings', 'recordCredits'],
];
const OUTBOX_METHODS = ['claimEvents', 'acknowledge', 'postpone'];

/** No timer waits for these times: they are compared with stored times. */
const A_WHILE = { least: HOUR_MS, most: YEAR_MS };

export function readWebhooksOptions(options: WebhooksOptions): WebhookSettings {
  const { clock = systemClock, creditsLow, onError = warnProcess, outbox, store } = options;
  const { entropy = systemEntropy, resolve = askNameServers(), trustedCertificates } = options;
  assertMethods('store', store, STORE_METHODS);
  if (outbox !== null) assertMethods('outbox', outbox, OUTBOX_METHODS);
  if (creditsLow !== undefined) assertMethods('creditsLow.ledger', creditsLow.ledger, ['balance']);
  const maxInFlight = wholeNumber('maxInFlight', options.maxInFlight ?? 100, 1, 1_000);
  return Object.freeze({
    store,
    outbox,
    creditsLow: creditsLow === undefined ? null : readCreditsLow(creditsLow),
    clock,
    entropy,
    maxPerAccount: wholeNumber('maxPerAccount', options.maxPerAccount ?? 10, 1, 100),
    timeoutMs: millisecondsOption('timeoutMs', options.timeoutMs ?? 20_000, { least: 1_000, most: 60_000 }),
    maxInFlight,
    maxInFlightPerWebhook: wholeNumber(
      'maxInFlightPerWebhook',
      options.maxInFlightPerWebhook ?? Math.min(2, maxInFlight),
      1,
      maxInFlight,
    ),
    disableAfterMs: millisecondsOption('disableAfterMs', options.disableAfterMs ?? 5 * DAY_MS, A_WHILE),
    keepMs: millisecondsOption('keepMs', options.keepMs ?? 7 * DAY_MS, A_WHILE),
    closeGraceMs: millisecondsOption('closeGraceMs', options.closeGraceMs ?? 5_000, {
      least: 0,
      most: 60_000,
    }),
    rules: new AddressRules(options),
    resolve,
    trustedCertificates: trustedCertificates && [...trustedCertificates],
    onError,
  });
}

function readCreditsLow(options: CreditsLowOptions): Required<CreditsLowOptions> {
  assertOptionNames('creditsLow', options, { below: true, everyMs: true, ledger: true });
  const { below, everyMs = 60_000, ledger } = options;
  return {
    ledger,
    below: wholeNumber('creditsLow.below', below, 1, Number.MAX_SAFE_INTEGER),
    everyMs: millisecondsOption('creditsLow.everyMs', everyMs, { least: 1_000, most: DAY_MS }),
  };
}

function wholeNumber(name: string, value: number, least: number, most: number): number {
  if (Number.isSafeInteger(value) && value >= least && value <= most) return value;
  throw new RangeError(`option ${name} must be a whole number from ${least} to ${most}, not ${value}`);
}

function assertMethods(option: string, port: unknown, names: readonly string[]): void {
  if (typeof port !== 'object' || port === null) {
    throw new TypeError(`option ${option} must be an object with methods, not ${String(port)}`);
  }
  const missing = names.filter((name) => typeof Reflect.get(port, name) !== 'function');
  if (missing.length > 0) throw new TypeError(`option ${option} has no method ${missing.join(', ')}`);
}
