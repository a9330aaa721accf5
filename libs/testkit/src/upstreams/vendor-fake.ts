import { type CamaraDevice, camaraUpstream } from './camara-upstream.js';
import { dialproofUpstream } from './dialproof-upstream.js';
import { hlrLookupsUpstream } from './hlr-lookups-upstream.js';
import { type InfobipLine, infobipUpstream } from './infobip-upstream.js';
import { telegramGatewayUpstream } from './telegram-gateway-upstream.js';
import { twilioUpstream } from './twilio-upstream.js';
import type { UpstreamAnswers } from './upstream-faults.js';

/** The answers of a fake, by the last digit of a number. */
const STATES = {
  /** In service, and on the app of a checker that asks one. */
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

/** A vendor's API that knows every number, with the settings that a host reaches it by. */
export interface VendorFake {
  readonly answers: UpstreamAnswers;
  /** The environment variables of `@dialproof/checkers/settings` for the fake at this address. */
  settings(baseUrl: string): Readonly<Record<string, string>>;
}

export const VENDOR_FAKES = {
  twilio: () => ({
    answers: twilioUpstream({
      accountSid: 'AC00',
      authToken: 'a-token',
      lines: numbersBy<string>({
        onApp: 'active',
        inService: 'reachable',
        unreachable: 'unreachable',
        noLine: 'INVALID_LENGTH',
      }),
    }),
    settings: (baseUrl) => ({
      DIALPROOF_TWILIO_URL: baseUrl,
      DIALPROOF_TWILIO_ACCOUNT_SID: 'AC00',
      DIALPROOF_TWILIO_AUTH_TOKEN: 'a-token',
    }),
  }),
  infobip: () => ({
    answers: infobipUpstream({
      apiKey: 'a-key',
      lines: numbersBy<InfobipLine>({
        onApp: 'DELIVERED_TO_HANDSET',
        inService: 'DELIVERED_TO_HANDSET',
        unreachable: 'EC_ABSENT_SUBSCRIBER',
        noLine: 'EC_UNKNOWN_SUBSCRIBER',
        unclear: 'EXPIRED_EXPIRED',
      }),
    }),
    settings: (baseUrl) => ({ DIALPROOF_INFOBIP_URL: baseUrl, DIALPROOF_INFOBIP_API_KEY: 'a-key' }),
  }),
  'hlr-lookups': () => ({
    answers: hlrLookupsUpstream({
      apiKey: 'a-key',
      apiSecret: 'a-secret',
      lines: numbersBy<string>({
        onApp: 'CONNECTED',
        inService: 'CONNECTED',
        unreachable: 'ABSENT',
        noLine: 'INVALID_MSISDN',
      }),
    }),
    settings: (baseUrl) => ({
      DIALPROOF_HLR_LOOKUPS_URL: baseUrl,
      DIALPROOF_HLR_LOOKUPS_API_KEY: 'a-key',
      DIALPROOF_HLR_LOOKUPS_API_SECRET: 'a-secret',
    }),
  }),
  'telegram-gateway': () => ({
    answers: telegramGatewayUpstream({
      accessToken: 'a-token',
      numbers: numbersBy<string>({ onApp: 'reachable', noLine: 'PHONE_NUMBER_INVALID' }),
    }),
    settings: (baseUrl) => ({
      DIALPROOF_TELEGRAM_GATEWAY_URL: baseUrl,
      DIALPROOF_TELEGRAM_GATEWAY_TOKEN: 'a-token',
      DIALPROOF_TELEGRAM_GATEWAY_CONSENT: 'owners-of-all-numbers-have-consented',
    }),
  }),
  camara: () => ({
    answers: camaraUpstream({
      accessToken: 'a-token',
      devices: numbersBy<CamaraDevice>({ onApp: 'data', inService: 'sms', unreachable: 'off' }),
    }),
    settings: (baseUrl) => ({ DIALPROOF_CAMARA_URL: baseUrl, DIALPROOF_CAMARA_TOKEN: 'a-token' }),
  }),
  dialproof: () => ({
    answers: dialproofUpstream({
      token: 'a-token',
      numbers: numbersBy({
        onApp: 'telegram_registered',
        inService: 'inactive',
        unreachable: 'inactive',
        noLine: 'dead',
      }),
    }),
    settings: (baseUrl) => ({ DIALPROOF_UPSTREAM_URL: baseUrl, DIALPROOF_UPSTREAM_TOKEN: 'a-token' }),
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

/** A map that has every number, in E.164, whose last digit stands for one of these states. */
function numbersBy<Value>(values: Readonly<Partial<Record<State, Value>>>): ReadonlyMap<string, Value> {
  return new (class extends Map<string, Value> {
    override get(number: string): Value | undefined {
      return values[stateOf(number)];
    }
  })();
}
