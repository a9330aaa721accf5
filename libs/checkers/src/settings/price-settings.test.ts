import { describe, expect, it } from 'vitest';
import { configuredChecker } from './configured-checker.js';
import { dead, INFOBIP, live, statusBy, TELEGRAM_GATEWAY, TWILIO, vendor } from './vendor.fixture.js';

describe('prices of settings', () => {
  it('counts each link of a chain by its own price and the outcomes that its vendor charges', async () => {
    const { fetch, requests } = vendor(
      [200, { ok: false, error: 'PHONE_NUMBER_NOT_AVAILABLE' }],
      [200, live],
      [200, { ok: true, result: { phone_number: '41791234567' } }],
    );
    const { checker, costReports } = configuredChecker({
      names: 'telegram-gateway,twilio',
      settings: {
        ...TWILIO,
        ...TELEGRAM_GATEWAY,
        DIALPROOF_TELEGRAM_GATEWAY_PRICE: '0.01',
        DIALPROOF_TWILIO_PRICE: '0.007',
      },
      fetch,
    });
    expect([await statusBy(checker), await statusBy(checker)]).toEqual(['inactive', 'telegram_registered']);
    expect(requests).toHaveLength(3);
    expect(costReports()).toMatchObject([
      { name: 'telegram-gateway', report: { calls: 2, numbers: 2, cost: 0.01 } },
      { name: 'twilio', report: { calls: 1, numbers: 1, cost: 0.007 } },
    ]);
  });

  it('counts upstreams with prices by outcome by those, and the others by the general price', async () => {
    const { fetch } = vendor([200, live], [200, dead('41791234567')]);
    const { checker, costReports } = configuredChecker({
      names: 'twilio,infobip',
      settings: {
        ...TWILIO,
        ...INFOBIP,
        DIALPROOF_TWILIO_PRICE: 'dead=0.004, line_live=0.007, call=0.1',
        DIALPROOF_PRICE_PER_NUMBER: '0.02',
      },
      fetch,
    });
    await statusBy(checker);
    expect(costReports()).toMatchObject([
      { name: 'twilio', report: { cost: 0.107, byAnswer: { unknown: { numbers: 1, cost: 0.007 } } } },
      { name: 'infobip', report: { cost: 0.02 } },
    ]);
  });

  it('counts no upstream that is free by its own price', async () => {
    const { fetch } = vendor([200, live], [200, dead('41791234567')]);
    const settings = {
      ...TWILIO,
      ...INFOBIP,
      DIALPROOF_TWILIO_PRICE: '0',
      DIALPROOF_INFOBIP_PRICE: '0.00002',
    };
    const limit = { DIALPROOF_SPENDING_LIMIT: '0.02' };
    const priced = configuredChecker({ names: 'twilio,infobip', settings: { ...settings, ...limit }, fetch });
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
    const { checker, costReports } = configuredChecker({
      names: 'telegram-gateway,twilio',
      settings: {
        ...TWILIO,
        ...TELEGRAM_GATEWAY,
        DIALPROOF_TELEGRAM_GATEWAY_PRICE: '0.01',
        DIALPROOF_TWILIO_PRICE: '0.05',
        DIALPROOF_SPENDING_LIMIT: '0.1',
      },
      fetch,
    });
    expect([await statusBy(checker), await statusBy(checker)]).toEqual(['telegram_registered', 'inactive']);
    // 0.04 is left: enough to ask the Gateway, and not for Twilio. The task waits, and no number is `unknown`.
    await expect(statusBy(checker)).rejects.toMatchObject({ code: 'checker_out_of_funds' });
    expect(requests).toHaveLength(4);
    expect(costReports()).toMatchObject([{ report: { cost: 0.01 } }, { report: { cost: 0.05 } }]);
  });

  it.each<[string, Record<string, string>, RegExp]>([
    [
      'twilio,infobip',
      { ...TWILIO, ...INFOBIP, DIALPROOF_SPENDING_LIMIT: '5', DIALPROOF_INFOBIP_PRICE: '0.001' },
      /^DIALPROOF_SPENDING_LIMIT needs DIALPROOF_TWILIO_PRICE, or DIALPROOF_PRICE_PER_NUMBER, by which it is counted\.$/,
    ],
    [
      'twilio,infobip',
      { ...TWILIO, ...INFOBIP, DIALPROOF_SPENDING_LIMIT: '5' },
      /^DIALPROOF_SPENDING_LIMIT needs DIALPROOF_TWILIO_PRICE and DIALPROOF_INFOBIP_PRICE, or/,
    ],
    [
      'twilio',
      { ...TWILIO, DIALPROOF_TWILIO_PRICE: 'cheap' },
      /^DIALPROOF_TWILIO_PRICE is "cheap", expected a number from 0 to 1000000, such as 0\.005, of at most six decimals\.$/,
    ],
    ['twilio', { ...TWILIO, DIALPROOF_TWILIO_PRICE: '0.0000001' }, /DIALPROOF_TWILIO_PRICE is "0.0000001"/],
    ['twilio', { ...TWILIO, DIALPROOF_TWILIO_PRICE: '1000001' }, /DIALPROOF_TWILIO_PRICE is "1000001"/],
    ['twilio', { ...TWILIO, DIALPROOF_PRICE_PER_NUMBER: '1000001' }, /above 0 and at most 1000000/],
    [
      'twilio',
      { ...TWILIO, DIALPROOF_TWILIO_PRICE: 'live=1,dead=x,inactive=1,inactive=2,call=1,call=1' },
      /^DIALPROOF_TWILIO_PRICE has "live", expected one or several of: wa_registered, .*, line_live, .*, call\.\nDIALPROOF_TWILIO_PRICE, dead, is "x", .*\nDIALPROOF_TWILIO_PRICE has inactive twice\.\nDIALPROOF_TWILIO_PRICE has call twice\.$/,
    ],
    ['twilio', { ...TWILIO, DIALPROOF_TWILIO_PRICE: 'dead=1=2' }, /DIALPROOF_TWILIO_PRICE, dead, is "1=2"/],
    [
      'twilio',
      { ...TWILIO, DIALPROOF_TWILIO_PRICE: '0', DIALPROOF_SPENDING_LIMIT: '5' },
      /^DIALPROOF_SPENDING_LIMIT needs an upstream, which costs something\.$/,
    ],
  ])('of %s as %j are refused in a sentence', (names, settings, sentence) => {
    expect(() => configuredChecker({ names, settings })).toThrow(
      expect.objectContaining({ name: 'CheckerSettingsError', message: expect.stringMatching(sentence) }),
    );
  });
});
