import { MemoryObservationStore } from '@dialproof/testkit/memory';
import { describe, expect, it } from 'vitest';
import { VENDOR_NAMES, VENDORS } from '../vendors/vendor.js';
import { CHECKER_NAMES, variablesOf, vendorVariable } from './checker-variables.js';
import { configuredChecker } from './configured-checker.js';
import {
  CAMARA,
  described,
  file,
  HLR_LOOKUPS,
  INFOBIP,
  TELEGRAM_GATEWAY,
  TWILIO,
  UPSTREAM,
} from './vendor.fixture.js';

describe('settings that make no checker', () => {
  it.each<[string, Record<string, string>, RegExp]>([
    ['', {}, /DIALPROOF_CHECKER has "", expected one or several of: sandbox, evidence, twilio/],
    ['real', {}, /DIALPROOF_CHECKER has "real"/],
    ['sandbox,sandbox', {}, /DIALPROOF_CHECKER has sandbox twice/],
    ['evidence', {}, /needs a database of observations/],
    [
      'twilio',
      {},
      /needs DIALPROOF_TWILIO_ACCOUNT_SID\.\n.*needs DIALPROOF_TWILIO_AUTH_TOKEN, or DIALPROOF_TWILIO_AUTH_TOKEN_FILE/,
    ],
    ['twilio', { ...TWILIO, DIALPROOF_TWILIO_AUTH_TOKEN_FILE: '/x' }, /Both .* are set/],
    [
      'twilio',
      { DIALPROOF_TWILIO_ACCOUNT_SID: 'AC1', DIALPROOF_TWILIO_AUTH_TOKEN_FILE: '/nowhere/at/all' },
      /cannot be read: ENOENT/,
    ],
    [
      'infobip',
      { ...INFOBIP, DIALPROOF_INFOBIP_URL: 'http://x.example.com' },
      /^The checker infobip: .*https/,
    ],
    [
      'camara',
      {
        DIALPROOF_CAMARA_URL: 'https://x.example.com',
        DIALPROOF_CAMARA_TOKEN: 't',
        DIALPROOF_CAMARA_ASKS: 'all',
      },
      /DIALPROOF_CAMARA_ASKS is "all"/,
    ],
    [
      'telegram-gateway',
      { DIALPROOF_TELEGRAM_GATEWAY_TOKEN: 't' },
      /CONSENT=owners-of-all-numbers-have-consented: its terms/,
    ],
    [
      'sandbox',
      { DIALPROOF_CALLS_PER_SECOND: '-1' },
      /DIALPROOF_CALLS_PER_SECOND is "-1", expected a number above 0/,
    ],
    ['http', {}, /needs DIALPROOF_HTTP_CHECKER/],
    [
      'http',
      { DIALPROOF_HTTP_CHECKER: '/nowhere/at/all' },
      /DIALPROOF_HTTP_CHECKER names a file that cannot be read/,
    ],
    ['sandbox', { DIALPROOF_SPENDING_LIMIT: '5' }, /needs DIALPROOF_PRICE_PER_NUMBER/],
    ['twilio', { ...TWILIO, DIALPROOF_CACHE_HOURS: '1' }, /DIALPROOF_CACHE_HOURS needs a database/],
    ['twilio', { ...TWILIO, DIALPROOF_CACHE_HOURS: '8761' }, /above 0 and at most 8760/],
    ['sandbox', { DIALPROOF_CACHE_HOURS: '1' }, /DIALPROOF_CACHE_HOURS needs an upstream/],
    ['sandbox', { DIALPROOF_PRICE_PER_NUMBER: '0.01' }, /^DIALPROOF_PRICE_PER_NUMBER needs an upstream/],
    [
      'sandbox',
      { DIALPROOF_PRICE_PER_NUMBER: '0.01', DIALPROOF_SPENDING_LIMIT: '5' },
      /^DIALPROOF_PRICE_PER_NUMBER needs an upstream.*\nDIALPROOF_SPENDING_LIMIT needs an upstream/,
    ],
    ['twilio', { DIALPROOF_PRICE_PER_NUMBER: '0.01' }, /^(?!.*needs an upstream)/s],
    ['camara', { DIALPROOF_CACHE_HOURS: '1', DIALPROOF_CAMARA_URL: 'x' }, /^(?!.*needs an upstream)/s],
    [
      'twilio',
      { ...TWILIO, DIALPROOF_BATCH_MS: '10' },
      /DIALPROOF_BATCH_MS needs an upstream that takes many/,
    ],
    ['infobip', { ...INFOBIP, DIALPROOF_BATCH_MS: '10001' }, /above 0 and at most 10000/],
  ])('%s with %j are refused in a sentence', (names, settings, sentence) => {
    expect(() => configuredChecker({ names, settings })).toThrow(
      expect.objectContaining({ name: 'CheckerSettingsError', message: expect.stringMatching(sentence) }),
    );
  });

  it('name the variable of a secret that the description needs', () => {
    const create = () =>
      configuredChecker({ names: 'http', settings: described({ 'x-key': '{secret.key}' }) });
    expect(create).toThrow(
      /^The description in DIALPROOF_HTTP_CHECKER has \{secret\.key\}: set DIALPROOF_HTTP_CHECKER_SECRET, or DIALPROOF_HTTP_CHECKER_SECRET_FILE with the path of a file that holds it\.$/,
    );
  });

  it('say which secret settings can give', () => {
    const headers = { 'x-key': '{secret.key}', 'x-other': '{secret.other} {secret.other}' };
    const settings = { ...described(headers), DIALPROOF_HTTP_CHECKER_SECRET: 'secret-4' };
    expect(() => configuredChecker({ names: 'http', settings })).toThrow(
      /^The description in DIALPROOF_HTTP_CHECKER has \{secret\.other\}: settings can give only \{secret\.key\}\.$/,
    );
  });

  it('report a missing secret together with problems of the description', () => {
    const settings = described({ 'x-key': '{secret.key}', host: 'elsewhere' });
    const create = () => configuredChecker({ names: 'http', settings });
    expect(create).toThrow(/set DIALPROOF_HTTP_CHECKER_SECRET/);
    expect(create).toThrow(/is not for a description to set/);
    expect(create).not.toThrow(/option secrets/);
  });

  it('refuses a description that is not JSON', () => {
    const settings = { DIALPROOF_HTTP_CHECKER: file('{') };
    expect(() => configuredChecker({ names: 'http', settings })).toThrow(/which is no JSON/);
  });

  it('name no secret', () => {
    const settings = { ...TWILIO, DIALPROOF_TWILIO_AUTH_TOKEN: 'secret-1\n2' };
    const create = () => configuredChecker({ names: 'twilio', settings });
    expect(create).toThrow(/^The checker twilio: DIALPROOF_TWILIO_AUTH_TOKEN/);
    expect(create).not.toThrow(/secret-1/);
  });

  describe.each(CHECKER_NAMES)('name the variable, and never an option of a library, for %s:', (name) => {
    const variables = variablesOf([name]).map((variable) => variable.name);
    it.each(variables)('%s', (variable) => {
      const settings = { ...CREDENTIALS, ...described({ 'x-key': '{secret.key}' }) };
      for (const value of ['x', '-1', '0', '1e9', '999999999', ' ', 'ключ', 'ftp://x', '/nowhere']) {
        const given = { ...settings, [variable]: value };
        const sentences = refusalOf(() =>
          configuredChecker({ names: name, settings: given, observations: new MemoryObservationStore() }),
        );
        if (sentences === undefined) continue;
        expect(sentences, value).toContain(variable);
        expect(sentences, value).not.toMatch(/\boption\b/);
      }
    });
  });
});

const CREDENTIALS = {
  ...TWILIO,
  ...INFOBIP,
  ...HLR_LOOKUPS,
  ...TELEGRAM_GATEWAY,
  ...CAMARA,
  ...UPSTREAM,
  DIALPROOF_HTTP_CHECKER_SECRET: 'secret-4',
  ...Object.fromEntries(
    VENDOR_NAMES.flatMap((name) =>
      Object.keys(VENDORS[name].secrets).map((secret) => [vendorVariable(name, secret), 'secret-9']),
    ),
  ),
};

function refusalOf(create: () => unknown): string | undefined {
  try {
    create();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
