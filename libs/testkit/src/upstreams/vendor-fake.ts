import { dialproofUpstream } from './dialproof-upstream.js';
import { hlrLookupsUpstream } from './hlr-lookups-upstream.js';
import { type InfobipLine, infobipUpstream } from './infobip-upstream.js';
import { telegramGatewayUpstream } from './telegram-gateway-upstream.js';
import { twilioUpstream } from './twilio-upstream.js';
import type { UpstreamAnswers } from './upstream-faults.js';

/** The answers of a fake, by the last digit of a number. */
const STATES = {
  /** In service, and on the app that the checker asks about, if it asks about one. */
  onApp: '0123',
  /** In service, and not on that app. */
  inService: '45',
  /** It exists and cannot be reached. */
  unreachable: '67',
  noLine: '8',
  /** The vendor does not know. */
  unclear: '9',
} as const;

type State = keyof typeof STATES;

/** Every key, token and password that a fake expects. */
export const FAKE_SECRET = 'a-secret';

/** The reference to {@link FAKE_SECRET} in a `checkers.json`: an environment variable. */
const secret = { env: 'FAKE_SECRET' };

/** A vendor's API that knows every number, and the settings of a checker for it. */
export interface VendorFake {
  readonly answers: UpstreamAnswers;
  /** The fields of its checker in `checkers.json`, for the fake at this address. */
  settings(baseUrl: string): Readonly<Record<string, unknown>>;
}

export const VENDOR_FAKES = {
  twilio: () => ({
    answers: twilioUpstream({
      accountSid: 'AC00',
      authToken: FAKE_SECRET,
      lines: numbersBy<string>({
        onApp: 'active',
        inService: 'reachable',
        unreachable: 'unreachable',
        noLine: 'INVALID_LENGTH',
      }),
    }),
    settings: (baseUrl) => ({ baseUrl, accountSid: 'AC00', authToken: secret }),
  }),
  infobip: () => ({
    answers: infobipUpstream({
      apiKey: FAKE_SECRET,
      lines: numbersBy<InfobipLine>({
        onApp: 'DELIVERED_TO_HANDSET',
        inService: 'DELIVERED_TO_HANDSET',
        unreachable: 'EC_ABSENT_SUBSCRIBER',
        noLine: 'EC_UNKNOWN_SUBSCRIBER',
        unclear: 'EXPIRED_EXPIRED',
      }),
    }),
    settings: (baseUrl) => ({ baseUrl, apiKey: secret }),
  }),
  'hlr-lookups': () => ({
    answers: hlrLookupsUpstream({
      apiKey: FAKE_SECRET,
      apiSecret: FAKE_SECRET,
      lines: numbersBy<string>({
        onApp: 'CONNECTED',
        inService: 'CONNECTED',
        unreachable: 'ABSENT',
        noLine: 'INVALID_MSISDN',
      }),
    }),
    settings: (baseUrl) => ({ baseUrl, apiKey: secret, apiSecret: secret }),
  }),
  'telegram-gateway': () => ({
    answers: telegramGatewayUpstream({
      accessToken: FAKE_SECRET,
      numbers: numbersBy<string>({ onApp: 'reachable', noLine: 'PHONE_NUMBER_INVALID' }),
    }),
    settings: (baseUrl) => ({ baseUrl, accessToken: secret, ownersOfAllNumbersHaveConsented: true }),
  }),
  dialproof: () => ({
    answers: dialproofUpstream({
      token: FAKE_SECRET,
      numbers: numbersBy({
        onApp: 'telegram_registered',
        inService: 'inactive',
        unreachable: 'inactive',
        noLine: 'dead',
      }),
    }),
    settings: (baseUrl) => ({ baseUrl, token: secret }),
  }),
} as const satisfies Record<string, () => VendorFake>;

const FINDINGS: Readonly<Record<State, string>> = {
  onApp: 'line_live',
  inService: 'line_live',
  unreachable: 'line_absent',
  noLine: 'line_dead',
  unclear: 'line_unclear',
};

/** The finding of a vendor's fake for a number, by the last digit of the number. */
export function findingOfNumber(number: string): string {
  return FINDINGS[stateOf(number)];
}

function stateOf(number: string): State {
  const states = Object.keys(STATES) as readonly State[];
  return states.find((one) => STATES[one].includes(number.slice(-1))) ?? 'unclear';
}

/** A map from every number, in E.164, to the value for its last digit. */
function numbersBy<Value>(values: Readonly<Partial<Record<State, Value>>>): ReadonlyMap<string, Value> {
  return new (class extends Map<string, Value> {
    override get(number: string): Value | undefined {
      return values[stateOf(number)];
    }
  })();
}
