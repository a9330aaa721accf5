import { describe, expect, it } from 'vitest';
import {
  configured,
  dead,
  INFOBIP,
  live,
  SANDBOX,
  statusBy,
  TELEGRAM_GATEWAY,
  TWILIO,
  vendor,
} from './vendor.fixture.js';

describe('prices of settings', () => {
  it('counts each link of a chain by its own price and the outcomes that its vendor charges', async () => {
    const { fetch, requests } = vendor(
      [200, { ok: false, error: 'PHONE_NUMBER_NOT_AVAILABLE' }],
      [200, live],
      [200, { ok: true, result: { phone_number: '41791234567' } }],
    );
    const entries = [
      { ...TELEGRAM_GATEWAY, price: 0.01 },
      { ...TWILIO, price: 0.007 },
    ];
    const { checker, costReports } = configured(entries, { fetch });
    expect([await statusBy(checker), await statusBy(checker)]).toEqual(['inactive', 'telegram_registered']);
    expect(requests).toHaveLength(3);
    expect(costReports()).toMatchObject([
      { name: 'telegram-gateway', report: { calls: 2, numbers: 2, cost: 0.01 } },
      { name: 'twilio', report: { calls: 1, numbers: 1, cost: 0.007 } },
    ]);
  });

  it('counts upstreams by one price, or by prices of outcomes and calls', async () => {
    const { fetch } = vendor([200, live], [200, dead('41791234567')]);
    const byOutcome = { perCall: 0.1, perNumber: { dead: 0.004, line_live: 0.007 } };
    const entries = [
      { ...TWILIO, price: byOutcome },
      { ...INFOBIP, price: 0.02 },
    ];
    const { checker, costReports } = configured(entries, { fetch });
    await statusBy(checker);
    expect(costReports()).toMatchObject([
      { name: 'twilio', report: { cost: 0.107, byAnswer: { unknown: { numbers: 1, cost: 0.007 } } } },
      { name: 'infobip', report: { cost: 0.02 } },
    ]);
  });

  it('counts no upstream that is free by its own price', async () => {
    const { fetch } = vendor([200, live], [200, dead('41791234567')]);
    const entries = [
      { ...TWILIO, price: 0 },
      { ...INFOBIP, price: 0.000_02 },
    ];
    const priced = configured(entries, { around: { spendingLimit: 0.02 }, fetch });
    await statusBy(priced.checker);
    expect(priced.costReports()).toMatchObject([{ name: 'infobip', report: { cost: 0.000_02 } }]);
  });

  it('reaches the limit by the dear link alone, and never passes it', async () => {
    const { fetch, requests } = vendor(
      [200, { ok: true, result: { phone_number: '41791234567' } }],
      [200, { ok: false, error: 'PHONE_NUMBER_NOT_AVAILABLE' }],
      [200, live],
      [200, { ok: false, error: 'PHONE_NUMBER_NOT_AVAILABLE' }],
    );
    const entries = [
      { ...TELEGRAM_GATEWAY, price: 0.01 },
      { ...TWILIO, price: 0.05 },
    ];
    const { checker, costReports } = configured(entries, { around: { spendingLimit: 0.1 }, fetch });
    expect([await statusBy(checker), await statusBy(checker)]).toEqual(['telegram_registered', 'inactive']);
    // 0.04 is left: enough to ask the Gateway, and not for Twilio. The task waits, and no number is `unknown`.
    await expect(statusBy(checker)).rejects.toMatchObject({ code: 'checker_out_of_funds' });
    expect(requests).toHaveLength(4);
    expect(costReports()).toMatchObject([{ report: { cost: 0.01 } }, { report: { cost: 0.05 } }]);
  });

  it.each<[string, readonly object[], object, RegExp]>([
    [
      'one that is missing',
      [TWILIO, { ...INFOBIP, price: 0.001 }],
      { spendingLimit: 5 },
      /^checkers\.json: spendingLimit counts by prices: add the price of checkers\[0\]\. \[settings_contradict\]$/,
    ],
    [
      'an upstream that is free',
      [{ ...TWILIO, price: 0 }],
      { spendingLimit: 5 },
      /needs a checker that costs/,
    ],
    ['no upstream', [SANDBOX], { spendingLimit: 5 }, /needs a checker that costs something: leave it out/],
    [
      'the sandbox',
      [{ ...SANDBOX, price: 1 }],
      {},
      /checkers\[0\]\.price is not known, expected one of: checker\./,
    ],
    [
      'a text',
      [{ ...TWILIO, price: '0.007' }],
      {},
      /^checkers\.json: checkers\[0\]\.price is "0\.007", expected a number from 0 to 1000000 of at most six decimals, or an object of prices\. \[wrong_value\]$/,
    ],
    ['a finer amount', [{ ...TWILIO, price: 0.000_000_1 }], {}, /checkers\[0\]\.price is 1e-7, expected/],
    ['a higher amount', [{ ...TWILIO, price: 1_000_001 }], {}, /price is 1000001, expected/],
    [
      'unknown outcomes',
      [{ ...TWILIO, price: { perNumber: { live: 1, dead: -1, inactive: 1 }, call: 1 } }],
      {},
      /price\.perNumber\.dead is -1, expected a number from 0 .*\n.*price\.perNumber\.live is not known, expected one of: wa_registered, .*line_live.*\n.*price\.call is not known, expected one of: perCall, perNumber/,
    ],
  ])('of %s are refused in a sentence', (_, entries, around, sentence) => {
    expect(() => configured(entries, { around })).toThrow(
      expect.objectContaining({ name: 'CheckerSettingsError', message: expect.stringMatching(sentence) }),
    );
  });
});
