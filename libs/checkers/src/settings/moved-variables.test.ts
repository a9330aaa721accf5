import { describe, expect, it } from 'vitest';
import { findCheckers } from './checkers.js';
import { CHECKERS_BY_VARIABLES, credentialVariables } from './credential-variables.js';
import { MOVED_VARIABLES } from './moved-variables.js';
import type { Environment } from './references.js';
import { CheckerSettingsError } from './settings-error.js';
import { file } from './vendor.fixture.js';

/** What a start says of variables that have moved into the file: lines, then the file. */
function refusal(environment: Environment): { readonly lines: readonly string[]; readonly json: unknown } {
  try {
    findCheckers(environment);
  } catch (error) {
    if (!(error instanceof CheckerSettingsError)) throw error;
    expect(error.problems.map(({ code }) => code)).toEqual(['settings_moved']);
    const [head = '', json] = error.message.split(/\n(?=\{)/);
    return { lines: head.split('\n'), json: json === undefined ? undefined : JSON.parse(json) };
  }
  throw new Error('nothing was refused');
}

const TWILIO = {
  DIALPROOF_CHECKER: 'twilio',
  DIALPROOF_TWILIO_ACCOUNT_SID: 'AC1',
  DIALPROOF_TWILIO_AUTH_TOKEN: 'secret-1',
};
const TWILIO_ENTRY = {
  checker: 'twilio',
  accountSid: { env: 'DIALPROOF_TWILIO_ACCOUNT_SID' },
  authToken: { env: 'DIALPROOF_TWILIO_AUTH_TOKEN' },
};
const hlr = ['API_KEY', 'API_SECRET'].map((one) => ({ env: `DIALPROOF_HLR_LOOKUPS_${one}` }));
const HLR_ENTRY = { checker: 'hlr-lookups', apiKey: hlr[0], apiSecret: hlr[1] };
const GATEWAY_ENTRY = {
  checker: 'telegram-gateway',
  accessToken: { env: 'DIALPROOF_TELEGRAM_GATEWAY_TOKEN' },
  ownersOfAllNumbersHaveConsented: false,
};

/** The checker, a variable with its text, and the file that says the same. */
const CASES: readonly (readonly [checker: string, variable: string, text: string, json: object])[] = [
  [
    'evidence',
    'DIALPROOF_EVIDENCE_MAX_AGE_DAYS',
    '30',
    { checkers: [{ checker: 'evidence', maxAgeDays: 30 }] },
  ],
  [
    'twilio',
    'DIALPROOF_TWILIO_URL',
    'http://localhost:4010',
    { checkers: [{ ...TWILIO_ENTRY, baseUrl: 'http://localhost:4010' }] },
  ],
  ['twilio', 'DIALPROOF_TWILIO_PRICE', '0.007', { checkers: [{ ...TWILIO_ENTRY, price: 0.007 }] }],
  ['twilio', 'DIALPROOF_TWILIO_PRICE', '0', { checkers: [{ ...TWILIO_ENTRY, price: 0 }] }],
  [
    'twilio',
    'DIALPROOF_TWILIO_PRICE',
    'call=0.05, dead=0.004, line_live = 0.007',
    {
      checkers: [{ ...TWILIO_ENTRY, price: { perCall: 0.05, perNumber: { dead: 0.004, line_live: 0.007 } } }],
    },
  ],
  ['twilio', 'DIALPROOF_TWILIO_PRICE', 'cheap', { checkers: [{ ...TWILIO_ENTRY, price: 'cheap' }] }],
  ['twilio', 'DIALPROOF_PRICE_PER_NUMBER', '0.01', { checkers: [{ ...TWILIO_ENTRY, price: 0.01 }] }],
  ['twilio', 'DIALPROOF_CALLS_PER_SECOND', '2.5', { checkers: [TWILIO_ENTRY], callsPerSecond: 2.5 }],
  ['twilio', 'DIALPROOF_SPENDING_LIMIT', '20', { checkers: [TWILIO_ENTRY], spendingLimit: 20 }],
  ['twilio', 'DIALPROOF_CACHE_HOURS', '24', { checkers: [TWILIO_ENTRY], cacheHours: 24 }],
  ['twilio', 'DIALPROOF_BATCH_MS', '20', { checkers: [TWILIO_ENTRY], batchMs: 20 }],
  [
    'infobip',
    'DIALPROOF_INFOBIP_PRICE',
    '0.005',
    {
      checkers: [
        {
          checker: 'infobip',
          baseUrl: { env: 'DIALPROOF_INFOBIP_URL' },
          apiKey: { env: 'DIALPROOF_INFOBIP_API_KEY' },
          price: 0.005,
        },
      ],
    },
  ],
  [
    'hlr-lookups',
    'DIALPROOF_HLR_LOOKUPS_URL',
    'https://x.example',
    { checkers: [{ ...HLR_ENTRY, baseUrl: 'https://x.example' }] },
  ],
  ['hlr-lookups', 'DIALPROOF_HLR_LOOKUPS_PRICE', '0.02', { checkers: [{ ...HLR_ENTRY, price: 0.02 }] }],
  [
    'telegram-gateway',
    'DIALPROOF_TELEGRAM_GATEWAY_URL',
    'https://x.example',
    { checkers: [{ ...GATEWAY_ENTRY, baseUrl: 'https://x.example' }] },
  ],
  [
    'telegram-gateway',
    'DIALPROOF_TELEGRAM_GATEWAY_PRICE',
    '0.01',
    { checkers: [{ ...GATEWAY_ENTRY, price: 0.01 }] },
  ],
  [
    'telegram-gateway',
    'DIALPROOF_TELEGRAM_GATEWAY_CONSENT',
    'owners-of-all-numbers-have-consented',
    { checkers: [{ ...GATEWAY_ENTRY, ownersOfAllNumbersHaveConsented: true }] },
  ],
  ['telegram-gateway', 'DIALPROOF_TELEGRAM_GATEWAY_CONSENT', 'no', { checkers: [GATEWAY_ENTRY] }],
  [
    'dialproof',
    'DIALPROOF_UPSTREAM_PRICE',
    '0.02',
    {
      checkers: [
        {
          checker: 'dialproof',
          baseUrl: { env: 'DIALPROOF_UPSTREAM_URL' },
          token: { env: 'DIALPROOF_UPSTREAM_TOKEN' },
          price: 0.02,
        },
      ],
    },
  ],
  [
    'http',
    'DIALPROOF_HTTP_CHECKER',
    '/etc/lines.json',
    { checkers: [{ checker: 'http', description: '/etc/lines.json' }] },
  ],
  ['http', 'DIALPROOF_HTTP_CHECKER_PRICE', '0.02', { checkers: [{ checker: 'http', price: 0.02 }] }],
  ...CHECKERS_BY_VARIABLES.filter((name) => credentialVariables(name).length > 0)
    .flatMap((name) => {
      const prefix = `DIALPROOF_${name.replaceAll('-', '_').toUpperCase()}`;
      const secrets = credentialVariables(name).map((variable) => [
        variable.replace(`${prefix}_`, '').toLowerCase(),
        { env: variable },
      ]);
      const entry = { checker: name, secrets: Object.fromEntries(secrets) };
      return [
        [
          name,
          `${prefix}_URL`,
          'https://x.example',
          { checkers: [{ ...entry, baseUrl: 'https://x.example' }] },
        ] as const,
        [name, `${prefix}_PRICE`, '0.01', { checkers: [{ ...entry, price: 0.01 }] }] as const,
      ];
    })
    .filter(([name]) => !['twilio', 'infobip', 'hlr-lookups', 'dialproof'].includes(name)),
];

describe('variables that have moved into the file', () => {
  it.each(CASES)(
    'are refused with the file that says the same: %s with %s=%s',
    (checker, variable, text, json) => {
      const said = refusal({ DIALPROOF_CHECKER: checker, [variable]: text });
      expect(said.lines.join('\n')).toContain(variable);
      expect(said.json).toEqual(json);
    },
  );

  it('are all among these cases', () => {
    expect(new Set(CASES.map(([, variable]) => variable))).toEqual(new Set(MOVED_VARIABLES));
  });

  it('give a file that is read to the same effect', () => {
    const environment = {
      ...TWILIO,
      DIALPROOF_CHECKER: 'evidence, twilio',
      DIALPROOF_PRICE_PER_NUMBER: '0.01',
      DIALPROOF_TWILIO_PRICE: 'dead=0.004',
      DIALPROOF_SPENDING_LIMIT: '20',
    };
    const { lines, json } = refusal(environment);
    expect(lines).toEqual([
      'A file takes the place of these settings: DIALPROOF_CHECKER, DIALPROOF_SPENDING_LIMIT, DIALPROOF_PRICE_PER_NUMBER, DIALPROOF_TWILIO_PRICE. [settings_moved]',
      'Save what follows as checkers.json, set DIALPROOF_CHECKERS_FILE to its path, and unset DIALPROOF_CHECKER, DIALPROOF_SPENDING_LIMIT, DIALPROOF_PRICE_PER_NUMBER, DIALPROOF_TWILIO_PRICE.',
    ]);
    const { DIALPROOF_TWILIO_ACCOUNT_SID, DIALPROOF_TWILIO_AUTH_TOKEN } = TWILIO;
    expect(
      findCheckers({
        DIALPROOF_TWILIO_ACCOUNT_SID,
        DIALPROOF_TWILIO_AUTH_TOKEN,
        DIALPROOF_CHECKERS_FILE: file(JSON.stringify(json)),
      })(),
    ).toMatchObject({
      spendingLimit: 20,
      entries: [
        { checker: 'evidence' },
        {
          checker: 'twilio',
          accountSid: 'AC1',
          authToken: 'secret-1',
          price: { perNumber: { dead: 0.004 } },
        },
      ],
    });
  });

  it('refer to secrets in files by their whole path', () => {
    const environment = {
      DIALPROOF_CHECKER: 'http',
      DIALPROOF_HTTP_CHECKER: '/etc/lines.json',
      DIALPROOF_HTTP_CHECKER_SECRET_FILE: '/run/secrets/lines',
    };
    expect(refusal(environment).json).toEqual({
      checkers: [
        { checker: 'http', description: '/etc/lines.json', secrets: { key: { file: '/run/secrets/lines' } } },
      ],
    });
  });

  it('say which of them are of other checkers', () => {
    const { json, lines } = refusal({ ...TWILIO, DIALPROOF_INFOBIP_PRICE: '1', DIALPROOF_BATCH_MS: '5' });
    expect(lines.at(-1)).toBe('These are of other checkers and left out: DIALPROOF_INFOBIP_PRICE.');
    expect(json).toEqual({ checkers: [TWILIO_ENTRY], batchMs: 5 });
  });

  it('are refused beside a file, which may say something else', () => {
    const { json, lines } = refusal({ DIALPROOF_CHECKERS_FILE: 'c.json', DIALPROOF_SPENDING_LIMIT: '20' });
    expect(lines).toEqual([
      'Beside DIALPROOF_CHECKERS_FILE, DIALPROOF_SPENDING_LIMIT has no effect: unset it, and write in c.json what it said. [settings_moved]',
    ]);
    expect(json).toBeUndefined();
  });

  it('hold no secret in what is said', () => {
    const { json, lines } = refusal({ ...TWILIO, DIALPROOF_SPENDING_LIMIT: '20' });
    expect(JSON.stringify([json, lines])).not.toMatch(/secret-1|AC1/);
  });
});
