import { type E164, isBulkNumberChecker, statusOfAnswer } from '@dialproof/core';
import {
  FAKE_SECRET,
  findingOfNumber,
  recordedUpstream,
  startFakeUpstream,
  VENDOR_FAKES,
} from '@dialproof/testkit/upstreams';
import { describe, expect, it, onTestFinished } from 'vitest';
import { STATUS_OF_FINDING } from '../line-state.js';
import { recordedOf, secretsOf } from '../vendors/recorded.fixture.js';
import { VENDOR_NAMES, VENDORS } from '../vendors/vendor.js';
import { checkersOf } from './checkers.js';
import { configuredChecker } from './configured-checker.js';
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
    ['dialproof', ['telegram_registered', 'inactive', 'inactive', 'dead', 'unknown']],
  ] as const)('is asked as %s by its settings', async (name, statuses) => {
    const fake = VENDOR_FAKES[name]();
    const upstream = await startFakeUpstream(fake.answers);
    onTestFinished(() => upstream.close());
    expect(await statusesBy({ checker: name, ...fake.settings(upstream.baseUrl) })).toEqual(statuses);
  });

  it.each(VENDOR_NAMES)('is asked as %s by its settings', async (name) => {
    const recorded = recordedOf(name);
    const [callingCode = ''] = VENDORS[name].description.covers?.callingCodes ?? [];
    const secrets = secretsOf(name);
    const upstream = await startFakeUpstream(
      recordedUpstream({
        recorded,
        secrets: Object.values(secrets),
        callingCode,
        findingOf: findingOfNumber,
      }),
    );
    onTestFinished(() => upstream.close());
    const references = Object.keys(secrets).map((secret) => [secret, { env: secret.toUpperCase() }]);
    const environment = Object.fromEntries(
      Object.entries(secrets).map(([secret, value]) => [secret.toUpperCase(), value]),
    );
    const gives = new Set(recorded.replies.map((reply) => reply.gives));
    expect(
      await statusesBy(
        { checker: name, baseUrl: upstream.baseUrl, secrets: Object.fromEntries(references) },
        environment,
        NUMBERS.map((number) => number.replace('+41793', callingCode === '' ? '+41793' : '+12025') as E164),
      ),
    ).toEqual(
      ['line_live', 'line_live', 'line_absent', 'line_dead', 'line_unclear'].map((finding) =>
        gives.has(finding) ? STATUS_OF_FINDING[finding as keyof typeof STATUS_OF_FINDING] : 'unknown',
      ),
    );
  });
});

async function statusesBy(
  entry: object,
  environment: Readonly<Record<string, string>> = { FAKE_SECRET },
  numbers = NUMBERS,
) {
  const configured = configuredChecker({ checkers: checkersOf({ checkers: [entry] }, { environment }) });
  await configured.tryOut();
  const { checker } = configured;
  const answers = isBulkNumberChecker(checker)
    ? await checker.checkMany(numbers, context())
    : await Promise.all(numbers.map((number) => checker.check(number, context())));
  return answers.map((answer) => (answer === 'check_failed' ? answer : statusOfAnswer(answer)));
}
