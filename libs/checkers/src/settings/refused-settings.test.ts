import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MemoryObservationStore } from '@dialproof/testkit/memory';
import { afterAll, describe, expect, it } from 'vitest';
import { VENDOR_NAMES, VENDORS } from '../vendors/vendor.js';
import { findCheckers } from './checkers.js';
import { CHECKER_FIELDS, CHECKER_NAMES, CHECKERS_BY_VARIABLES } from './checkers-schema.js';
import type { Environment } from './references.js';
import {
  configured,
  described,
  EVIDENCE,
  file,
  HLR_LOOKUPS,
  INFOBIP,
  SANDBOX,
  TELEGRAM_GATEWAY,
  TWILIO,
  UPSTREAM,
} from './vendor.fixture.js';

const SECRET = 'sk_live_4242';

const folder = mkdtempSync(join(tmpdir(), 'dialproof-refused-'));
afterAll(() => rm(folder, { recursive: true }));

/** A file for the cases of a table, which are made before any test. */
function tableFile(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

describe('a checkers.json that makes no checker', () => {
  it.each<[string, readonly unknown[], object, string | RegExp]>([
    [
      'no checker',
      [],
      {},
      'checkers is empty, expected at least one checker, such as {"checker": "sandbox"}. [wrong_value]',
    ],
    [
      'an unknown checker',
      [{ checker: 'real' }],
      {},
      /checkers\[0\]\.checker is "real", expected one of: sandbox, evidence, twilio, .*\[wrong_value\]$/,
    ],
    ['an entry without a name', [{}], {}, /checkers\[0\]\.checker is missing, .*\[missing_field\]$/],
    [
      'an entry that is a name',
      ['twilio'],
      {},
      'checkers[0] is "twilio", expected a checker such as {"checker": "sandbox"}. [wrong_value]',
    ],
    [
      'a checker twice',
      [SANDBOX, SANDBOX],
      {},
      'checkers[1].checker is sandbox a second time: leave one out. [wrong_value]',
    ],
    [
      'an unknown field',
      [SANDBOX],
      { cacheHour: 1 },
      'cacheHour is not known, expected one of: checkers, callsPerSecond, spendingLimit, cacheHours, batchMs. [unknown_field]',
    ],
    [
      'an unknown field of a checker',
      [{ ...TWILIO, autToken: 1 }],
      {},
      'checkers[0].autToken is not known, expected one of: checker, accountSid, authToken, asksReassigned, baseUrl, price. [unknown_field]',
    ],
    [
      'a field of a wrong type',
      [TWILIO],
      { callsPerSecond: '5' },
      'callsPerSecond is "5", expected a number above 0 and at most 1000000. [wrong_value]',
    ],
    [
      'a number out of bounds',
      [TWILIO],
      { cacheHours: 8_761 },
      'cacheHours is 8761, expected a number above 0 and at most 8760. [wrong_value]',
    ],
    [
      'a secret in place',
      [{ ...TWILIO, authToken: SECRET }],
      {},
      'checkers[0].authToken is a text, expected {"env": "NAME_OF_A_VARIABLE"} or {"file": "path of a file"}, never the secret itself. [wrong_value]',
    ],
    [
      'a secret as a name',
      [{ ...TWILIO, authToken: { env: SECRET } }],
      {},
      'checkers[0].authToken.env must be the name of a variable, of A-Z, 0-9 and _, never the secret itself. [wrong_value]',
    ],
    [
      'a variable that is not set',
      [{ ...TWILIO, authToken: { env: 'NONE' } }],
      {},
      'checkers[0].authToken needs the variable NONE, which is not set: set it, or name a file that holds the same. [missing_variable]',
    ],
    [
      'a secret file that is not there',
      [{ ...TWILIO, authToken: { file: '/nowhere' } }],
      {},
      /authToken names a file that cannot be read: ENOENT.*\[file_unreadable\]$/,
    ],
    [
      'an empty secret file',
      [{ ...TWILIO, authToken: { file: tableFile('1', ' \n') } }],
      {},
      /authToken names an empty file, .*\[file_unreadable\]$/,
    ],
    [
      'a choice that is none',
      [{ ...TWILIO, asksReassigned: 'yes' }],
      {},
      'checkers[0].asksReassigned is "yes", expected true, or nothing. [wrong_value]',
    ],
    [
      'no consent',
      [{ ...TELEGRAM_GATEWAY, ownersOfAllNumbersHaveConsented: false }],
      {},
      'checkers[0].ownersOfAllNumbersHaveConsented is false, expected true: its terms ask for this statement of yours. [wrong_value]',
    ],
    [
      'an address that is not safe',
      [{ ...INFOBIP, baseUrl: 'http://x.example.com' }],
      {},
      /checkers\[0\]\.baseUrl must begin with https.*\[wrong_value\]$/,
    ],
    [
      'a secret of an unknown name',
      [{ checker: 'trestle', secrets: { api_key: { env: 'LINES_KEY' }, key: 1 } }],
      {},
      'checkers[0].secrets.key is not known, expected one of: api_key. [unknown_field]',
    ],
    [
      'no observations',
      [EVIDENCE],
      {},
      'checkers[0] needs a database, which this program does not have. [wrong_value]',
    ],
    [
      'a cache without a database',
      [TWILIO],
      { cacheHours: 1 },
      'cacheHours needs a database, which this program does not have: leave it out. [settings_contradict]',
    ],
    [
      'a cache without an upstream',
      [SANDBOX],
      { cacheHours: 1 },
      'cacheHours needs a checker with an upstream: leave it out. [settings_contradict]',
    ],
    [
      'shared calls of single checks',
      [TWILIO],
      { batchMs: 10 },
      'batchMs needs a checker that takes many numbers a call, such as infobip: leave it out. [settings_contradict]',
    ],
    [
      'a description that is missing',
      [{ checker: 'http', description: '/nowhere/at/all' }],
      {},
      /^checkers\[0\]\.description names a file that cannot be read: ENOENT.*\[file_unreadable\]$/,
    ],
    [
      'a description that is not JSON',
      [{ checker: 'http', description: tableFile('2', '{') }],
      {},
      /is not JSON: .*\[file_not_json\]$/,
    ],
    [
      'a description without its secret',
      [described({ 'x-key': '{secret.key}' })],
      {},
      /^checkers\.json: checkers\[0\].*secret\.key.*\[wrong_value\]/s,
    ],
    [
      'a wrong description',
      [described({ host: 'elsewhere' })],
      {},
      /^checkers\.json: checkers\[0\]\.description.*is not for a description to set/s,
    ],
  ])('is refused for %s', (_, entries, around, expected) => {
    const sentence = typeof expected === 'string' ? `checkers.json: ${expected}` : expected;
    const refusal = refusalOf(() => configured(entries as readonly object[], { around }));
    if (typeof sentence === 'string') expect(refusal).toBe(sentence);
    else expect(refusal).toMatch(sentence);
    expect(refusal).not.toContain(SECRET);
  });

  it('is refused for all of its problems at once', () => {
    const refusal = refusalOf(() =>
      configured([{ ...TWILIO, authToken: 5 }, { checker: 'none' }], { around: { x: 1, y: 2 } }),
    );
    expect(refusal?.split('\n')).toHaveLength(4);
  });

  it('shows no secret that a checker refuses', () => {
    const create = () => configured([{ ...TWILIO, authToken: { file: file(`${SECRET}\n2`) } }]);
    expect(refusalOf(create) ?? '').not.toContain(SECRET);
  });

  describe.each(CHECKER_NAMES.filter((name) => name !== 'sandbox'))(
    'names the path, and never an option of a library, for %s:',
    (name) => {
      it.each(Object.keys(CHECKER_FIELDS[name]))('%s', (field) => {
        const entry = ENTRIES.find(({ checker }) => checker === name);
        for (const value of [
          'x',
          -1,
          0,
          1e9,
          ' ',
          'ключ',
          'ftp://x',
          { env: 'NONE' },
          { file: '/x' },
          [],
          null,
          true,
        ]) {
          const refusal = refusalOf(() =>
            configured([{ ...entry, [field]: value }], { observations: new MemoryObservationStore() }),
          );
          if (refusal === undefined || (field === 'description' && typeof value === 'string')) continue;
          expect(refusal, String(value)).toContain(`checkers[0].${field}`);
          expect(refusal, String(value)).not.toMatch(/\boption\b/);
        }
      });
    },
  );
});

describe('the variables of a checker', () => {
  it.each<[string, Environment, string | RegExp]>([
    [
      'an unknown checker',
      { DIALPROOF_CHECKER: 'real' },
      /^DIALPROOF_CHECKER is "real", expected one of: sandbox, evidence, twilio, (?!.*\bhttp\b).*\[wrong_value\]$/,
    ],
    [
      'a missing credential',
      { DIALPROOF_CHECKER: 'twilio', DIALPROOF_TWILIO_ACCOUNT_SID: 'AC1' },
      'The checker twilio needs the variable DIALPROOF_TWILIO_AUTH_TOKEN, which is not set: set it, or name a file that holds the same. [missing_variable]',
    ],
    [
      'a missing secret of a vendor',
      { DIALPROOF_CHECKER: 'vonage' },
      /DIALPROOF_VONAGE_API_KEY.*\n.*DIALPROOF_VONAGE_API_SECRET/,
    ],
    [
      'a credential twice',
      {
        DIALPROOF_CHECKER: 'trestle',
        DIALPROOF_TRESTLE_API_KEY: 'key',
        DIALPROOF_TRESTLE_API_KEY_FILE: '/x',
      },
      'Both DIALPROOF_TRESTLE_API_KEY and DIALPROOF_TRESTLE_API_KEY_FILE are set: leave one out. [settings_contradict]',
    ],
    [
      'a secret file that is not there',
      { DIALPROOF_CHECKER: 'trestle', DIALPROOF_TRESTLE_API_KEY_FILE: '/nowhere' },
      /^DIALPROOF_TRESTLE_API_KEY_FILE names a file that cannot be read: ENOENT.*\[file_unreadable\]$/,
    ],
    [
      'a name beside the file',
      { DIALPROOF_CHECKER: 'sandbox', DIALPROOF_CHECKERS_FILE: '/x' },
      'Both DIALPROOF_CHECKER and DIALPROOF_CHECKERS_FILE are set: leave one out. The file names its checkers itself. [settings_contradict]',
    ],
    [
      'a file that is not there',
      { DIALPROOF_CHECKERS_FILE: '/nowhere' },
      /^DIALPROOF_CHECKERS_FILE names a file that cannot be read: ENOENT.*\[file_unreadable\]$/,
    ],
    [
      'a file that is not JSON',
      { DIALPROOF_CHECKERS_FILE: tableFile('3', '{"checkers": [') },
      /^DIALPROOF_CHECKERS_FILE names .*, which is not JSON: .*\[file_not_json\]$/,
    ],
    [
      'a file that is wrong',
      { DIALPROOF_CHECKERS_FILE: tableFile('4', '[]') },
      /^\/.* is a list, expected an object\. \[wrong_value\]$/,
    ],
  ])('are refused for %s', (_, environment, expected) => {
    const refusal = refusalOf(() => findCheckers(environment)());
    if (typeof expected === 'string') expect(refusal).toBe(expected);
    else expect(refusal).toMatch(expected);
  });

  it('name the variable that a checker refuses', () => {
    const environment = {
      DIALPROOF_CHECKER: 'infobip',
      DIALPROOF_INFOBIP_URL: 'http://x.example.com',
      DIALPROOF_INFOBIP_API_KEY: 'a-key',
    };
    const checkers = findCheckers(environment)();
    const { entries } = checkers;
    expect(entries).toEqual([{ checker: 'infobip', baseUrl: 'http://x.example.com', apiKey: 'a-key' }]);
    expect(checkers.errorAt(['checkers', 0, 'baseUrl'], 'wrong_value', 'is wrong').message).toBe(
      'DIALPROOF_INFOBIP_URL is wrong. [wrong_value]',
    );
  });

  it.each(CHECKERS_BY_VARIABLES)('make the checker %s', (name) => {
    const missing = refusalOf(() => findCheckers({ DIALPROOF_CHECKER: name })()) ?? '';
    const variables = missing.match(/DIALPROOF_\w+/g) ?? [];
    const given = Object.fromEntries(variables.map((variable) => [variable, 'https://x.example.com']));
    expect(findCheckers({ DIALPROOF_CHECKER: name, ...given })().entries).toMatchObject([{ checker: name }]);
  });

  it('stand for the sandbox if there are none, and for those of a file', () => {
    expect(findCheckers({})().entries).toEqual([SANDBOX]);
    const path = file(JSON.stringify({ checkers: [TWILIO], callsPerSecond: 5 }));
    expect(findCheckers({ DIALPROOF_CHECKERS_FILE: path, TWILIO_TOKEN: 'secret-1' })()).toMatchObject({
      callsPerSecond: 5,
      entries: [{ checker: 'twilio', accountSid: 'AC1', authToken: 'secret-1' }],
    });
  });
});

const ENTRIES = [
  SANDBOX,
  EVIDENCE,
  TWILIO,
  INFOBIP,
  HLR_LOOKUPS,
  TELEGRAM_GATEWAY,
  UPSTREAM,
  described({}),
  ...VENDOR_NAMES.map((name) => {
    const secrets = Object.keys(VENDORS[name].secrets).map((one) => [
      one,
      { env: one === 'private_key' ? 'PRIVATE_KEY' : 'LINES_KEY' },
    ]);
    return { checker: name, secrets: Object.fromEntries(secrets) };
  }),
];

function refusalOf(create: () => unknown): string | undefined {
  try {
    create();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
