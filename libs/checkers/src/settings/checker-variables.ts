import { VENDOR_NAMES, VENDORS, type VendorName } from '../vendors/vendor.js';

/** A setting of the checkers, by the environment variable that hosts read it from. */
export interface CheckerVariable {
  readonly name: string;
  /** Its meaning, for `--help`. */
  readonly meaning: string;
  /** Whether it may be in a file instead, whose path is in the variable with `_FILE` behind its name. */
  readonly isSecret: boolean;
  /** The option of the checker's factory that takes it unchanged. */
  readonly option?: string;
}

type Option = Pick<CheckerVariable, 'option'>;

const plain = (name: string, meaning: string, option: Option = {}): CheckerVariable => ({
  name,
  meaning,
  isSecret: false,
  ...option,
});
const secret = (name: string, meaning: string, option: string): CheckerVariable => ({
  name,
  meaning,
  isSecret: true,
  option,
});

const BASE_URL: Option = { option: 'baseUrl' };

const address = (name: string): CheckerVariable =>
  plain(name, "address in place of the vendor's own, such as that of a fake on this machine", BASE_URL);

/** The name of a setting of a vendor: `DIALPROOF_TRESTLE_API_KEY`. */
export function vendorVariable(name: VendorName, setting: string): string {
  return `DIALPROOF_${name}_${setting}`.replaceAll('-', '_').toUpperCase();
}

/** The setting of the price of each upstream that is not a described vendor. */
const PRICES = {
  twilio: 'DIALPROOF_TWILIO_PRICE',
  infobip: 'DIALPROOF_INFOBIP_PRICE',
  'hlr-lookups': 'DIALPROOF_HLR_LOOKUPS_PRICE',
  'telegram-gateway': 'DIALPROOF_TELEGRAM_GATEWAY_PRICE',
  camara: 'DIALPROOF_CAMARA_PRICE',
  dialproof: 'DIALPROOF_UPSTREAM_PRICE',
  http: 'DIALPROOF_HTTP_CHECKER_PRICE',
} as const;

/** The setting of the price of an upstream's answers; undefined for a checker that costs nothing. */
export function priceVariable(name: CheckerName): string | undefined {
  const prices: Readonly<Partial<Record<CheckerName, string>>> = PRICES;
  return isVendorName(name) ? vendorVariable(name, 'price') : prices[name];
}

const price = (name: keyof typeof PRICES, of = 'an answer'): CheckerVariable =>
  plain(PRICES[name], `price of ${of}, or one by outcome, such as dead=0.004,unknown=0.01`);

/** The settings of each checker that is not a described vendor. The sandbox has none: the host passes its options. */
const VARIABLES_OF = {
  sandbox: [],
  evidence: [
    plain(
      'DIALPROOF_EVIDENCE_MAX_AGE_DAYS',
      'days for which a number seen on an app counts as on it (default 90)',
    ),
  ],
  twilio: [
    address('DIALPROOF_TWILIO_URL'),
    plain('DIALPROOF_TWILIO_ACCOUNT_SID', 'account SID, or the SID of an API key', {
      option: 'accountSid',
    }),
    secret('DIALPROOF_TWILIO_AUTH_TOKEN', 'auth token, or the secret of the API key', 'authToken'),
    price('twilio'),
  ],
  infobip: [
    plain('DIALPROOF_INFOBIP_URL', 'base address that Infobip gave the account', BASE_URL),
    secret('DIALPROOF_INFOBIP_API_KEY', 'API key', 'apiKey'),
    price('infobip'),
  ],
  'hlr-lookups': [
    address('DIALPROOF_HLR_LOOKUPS_URL'),
    secret('DIALPROOF_HLR_LOOKUPS_API_KEY', 'API key', 'apiKey'),
    secret('DIALPROOF_HLR_LOOKUPS_API_SECRET', 'API secret', 'apiSecret'),
    price('hlr-lookups'),
  ],
  'telegram-gateway': [
    address('DIALPROOF_TELEGRAM_GATEWAY_URL'),
    secret('DIALPROOF_TELEGRAM_GATEWAY_TOKEN', 'access token', 'accessToken'),
    plain(
      'DIALPROOF_TELEGRAM_GATEWAY_CONSENT',
      '`owners-of-all-numbers-have-consented`: your statement, which the terms of the Gateway ask for',
    ),
    price('telegram-gateway', 'a number that is on Telegram'),
  ],
  camara: [
    plain('DIALPROOF_CAMARA_URL', 'API root of the network operator', BASE_URL),
    secret(
      'DIALPROOF_CAMARA_TOKEN',
      'OAuth 2 access token; one in a file may be renewed while the server runs',
      'accessToken',
    ),
    plain('DIALPROOF_CAMARA_ASKS', 'reachability or subscription (default reachability)'),
    price('camara'),
  ],
  dialproof: [
    plain('DIALPROOF_UPSTREAM_URL', 'base address of another service with this same API', BASE_URL),
    secret('DIALPROOF_UPSTREAM_TOKEN', 'token of an account there', 'token'),
    price('dialproof'),
  ],
  http: [
    plain('DIALPROOF_HTTP_CHECKER', 'path of a .json file that describes the API'),
    secret(
      'DIALPROOF_HTTP_CHECKER_SECRET',
      'what `{secret.key}` in the description stands for, if it is there',
      'secrets.key',
    ),
    price('http'),
  ],
} as const satisfies Record<string, readonly CheckerVariable[]>;

/** The name of a checker in settings. */
export type CheckerName = keyof typeof VARIABLES_OF | VendorName;

export const CHECKER_NAMES = [...Object.keys(VARIABLES_OF), ...VENDOR_NAMES] as readonly CheckerName[];

export function isVendorName(name: CheckerName): name is VendorName {
  return (VENDOR_NAMES as readonly CheckerName[]).includes(name);
}

function variablesOfChecker(name: CheckerName): readonly CheckerVariable[] {
  return isVendorName(name) ? variablesOfVendor(name) : VARIABLES_OF[name];
}

function variablesOfVendor(name: VendorName): readonly CheckerVariable[] {
  const { secrets, title } = VENDORS[name];
  return [
    address(vendorVariable(name, 'url')),
    ...Object.entries(secrets).map(([option, meaning]) =>
      secret(vendorVariable(name, option), `${meaning} of ${title}`, `secrets.${option}`),
    ),
    plain(
      vendorVariable(name, 'price'),
      'price of an answer, or one by outcome, such as dead=0.004,unknown=0.01',
    ),
  ];
}

/** The settings of the wrappers of checkers. */
const AROUND = [
  plain('DIALPROOF_CALLS_PER_SECOND', 'the most calls of checkers a second (default: no limit)'),
  plain(
    'DIALPROOF_CACHE_HOURS',
    'hours for which the answer of an upstream is used again, at most 8760 (default: never)',
  ),
  plain(
    'DIALPROOF_BATCH_MS',
    'milliseconds for which single checks wait to share a call of an upstream that takes many numbers, at most 10000 (default: they do not)',
  ),
  plain('DIALPROOF_PRICE_PER_NUMBER', 'price of an answer of each upstream that has none of its own'),
  plain('DIALPROOF_SPENDING_LIMIT', 'the most that a day in UTC may cost by these prices; then tasks wait'),
] as const;

/** The settings of these checkers and of their wrappers, in the order of `--help`. */
export function variablesOf(names: readonly CheckerName[]): readonly CheckerVariable[] {
  return [...names.flatMap(variablesOfChecker), ...AROUND];
}

/** Every setting but the names of the checkers. */
export const CHECKER_VARIABLES = variablesOf(CHECKER_NAMES);

/** The names under which these may be set, those of files with secrets among them. */
export function namesOf(variables: readonly CheckerVariable[]): readonly string[] {
  return variables.flatMap(({ isSecret, name }) => (isSecret ? [name, `${name}_FILE`] : [name]));
}

/** The message of a factory, with the variable of each option that it names: who sets variables does not know options. */
export function namingVariables(checker: CheckerName, message: string): string {
  const variables = variablesOfChecker(checker);
  return message.replace(
    /\boption ([\w.]+)/g,
    (found, option: string) => variables.find((one) => one.option === option)?.name ?? found,
  );
}
