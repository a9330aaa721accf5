import { type E164, isBulkNumberChecker, statusOfAnswer } from '@dialproof/core';
import { startFakeUpstream, VENDOR_FAKES } from '@dialproof/testkit/upstreams';
import { describe, expect, it, onTestFinished } from 'vitest';
import { triedChecker } from './tried-checker.js';
import { context } from './vendor.fixture.js';

/** By the last digit of a number. */
const NUMBERS = ['0', '4', '6', '8', '9'].map((digit) => `+4179302672${digit}` as E164);
const LINES = ['unknown', 'unknown', 'inactive', 'dead', 'unknown'];

describe('a fake that is started by hand', () => {
  it.each([
    ['twilio', LINES],
    ['infobip', LINES],
    ['hlr-lookups', LINES],
    ['telegram-gateway', ['telegram_registered', 'unknown', 'unknown', 'unknown', 'unknown']],
    ['camara', ['unknown', 'unknown', 'inactive', 'unknown', 'unknown']],
    ['dialproof', ['telegram_registered', 'inactive', 'inactive', 'dead', 'unknown']],
  ] as const)('is asked as %s by its settings', async (names, statuses) => {
    const fake = VENDOR_FAKES[names]();
    const upstream = await startFakeUpstream(fake.answers);
    onTestFinished(() => upstream.close());
    const { checker } = await triedChecker({ names, settings: fake.settings(upstream.baseUrl) });
    const answers = isBulkNumberChecker(checker)
      ? await checker.checkMany(NUMBERS, context())
      : await Promise.all(NUMBERS.map((number) => checker.check(number, context())));
    expect(answers.map((answer) => (answer === 'check_failed' ? answer : statusOfAnswer(answer)))).toEqual(
      statuses,
    );
  });
});
