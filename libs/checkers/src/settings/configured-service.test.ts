import { systemClock } from '@dialproof/core';
import { MemoryObservationStore } from '@dialproof/testkit/memory';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { numbersOf } from '../calls/spoken-checkers.fixture.js';
import { type VerifiedFileOptions, verifiedFile } from '../calls/verified-file.fixture.js';
import type { ConfiguredCheckerOptions } from './configured-checker.js';
import {
  type ConfiguredOptions,
  configured,
  described,
  EVIDENCE,
  TELEGRAM_GATEWAY,
  TWILIO,
} from './vendor.fixture.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

type Fetch = NonNullable<ConfiguredCheckerOptions['fetch']>;

/** The vendors of these settings. They know every number, and take `ms` for each. */
function vendors(tookMs: number) {
  const arrivals: Record<string, number[]> = { telegram: [], twilio: [], lines: [] };
  const replies: Record<string, (number: string) => unknown> = {
    telegram: () => ({ ok: false, error: 'PHONE_NUMBER_NOT_AVAILABLE' }),
    twilio: (number) => ({
      phone_number: number,
      valid: true,
      validation_errors: null,
      line_status: { status: 'unknown', error_code: null },
    }),
    lines: () => ({ state: 'gone' }),
  };
  const fetch: Fetch = async (url, { body, signal }) => {
    const name = Object.keys(replies).find((one) => url.includes(one)) ?? 'none';
    arrivals[name]?.push(performance.now());
    await new Promise((resolve, reject) => {
      setTimeout(resolve, tookMs);
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
    const digits = /\d{11}/.exec(`${url} ${body ?? ''}`)?.[0];
    return Response.json(replies[name]?.(`+${digits}`));
  };
  return { arrivals, fetch };
}

/** Verifies a file as the example server does. */
async function verified(
  names: string,
  options: Pick<ConfiguredOptions, 'around' | 'fetch' | 'checkDeadlineMs' | 'observations' | 'processes'>,
  count: number,
  service: Partial<VerifiedFileOptions> = {},
) {
  const entries = names.split(',').map((name) => ENTRIES[name] ?? {});
  const { checker, checkConcurrency, maxCallsPerSecond } = configured(entries, options);
  return verifiedFile({
    checker,
    count,
    clock: systemClock,
    pass: (ms) => vi.advanceTimersByTimeAsync(ms),
    checkConcurrency: Math.min(100, checkConcurrency),
    maxCallsPerSecond,
    ...(options.checkDeadlineMs === undefined ? {} : { checkDeadlineMs: options.checkDeadlineMs }),
    ...service,
  });
}

/** The most arrivals within any second. */
function mostInASecond(arrivals: readonly number[]): number {
  return Math.max(...arrivals.map((from) => arrivals.filter((at) => at >= from && at < from + 1_000).length));
}

const ENTRIES: Readonly<Record<string, object>> = {
  evidence: EVIDENCE,
  http: described({}),
  'telegram-gateway': TELEGRAM_GATEWAY,
  twilio: TWILIO,
};
const CASES = [
  ['evidence,http', ['lines'], 'dead'],
  ['evidence,telegram-gateway', ['telegram'], 'unknown'],
  ['twilio,http', ['twilio', 'lines'], 'dead'],
  ['evidence,telegram-gateway,http', ['telegram', 'lines'], 'dead'],
] as const;

describe('a service with a chain of settings', () => {
  it.each(CASES)('asks %s once about each number, however slow they are', async (names, asked, status) => {
    for (const [tookMs, checkDeadlineMs] of [
      [400, 10_000],
      [900, 2_500],
    ] as const) {
      const { arrivals, fetch } = vendors(tookMs);
      const observations = new MemoryObservationStore();
      const { failures, task } = await verified(names, { fetch, observations, checkDeadlineMs }, 300);
      expect(task).toMatchObject({ status: 'done', checksFailed: 0, summary: { [status]: 300 } });
      expect(failures).toEqual([]);
      for (const vendor of asked) expect(arrivals[vendor]).toHaveLength(300);
    }
  });

  it.each(CASES)('calls %s five times a second if that is set', async (names, asked, status) => {
    for (const checkDeadlineMs of [10_000, 3_000]) {
      const { arrivals, fetch } = vendors(400);
      const observations = new MemoryObservationStore();
      const options = { around: { callsPerSecond: 5 }, fetch, observations, checkDeadlineMs };
      const { failures, task, tookMs } = await verified(names, options, 60);
      expect(task).toMatchObject({ status: 'done', checksFailed: 0, summary: { [status]: 60 } });
      expect(failures).toEqual([]);
      for (const vendor of asked) {
        expect(arrivals[vendor]).toHaveLength(60);
        expect(mostInASecond(arrivals[vendor] ?? [])).toBeLessThanOrEqual(5);
      }
      expect(tookMs).toBeLessThan((60 / 5) * 1_000 * 1.25);
    }
  });

  it('does not wait for the rate of an upstream with numbers that were seen', async () => {
    const observations = new MemoryObservationStore();
    const seenAt = Date.now();
    const seen = numbersOf(1_000).slice(0, 980);
    await observations.record(seen.map((number) => ({ number, app: 'whatsapp', seenAt, source: 'import' })));
    const { arrivals, fetch } = vendors(400);
    const options = { around: { callsPerSecond: 5 }, fetch, observations };
    const { task, tookMs } = await verified('evidence,http', options, 1_000);
    expect(task).toMatchObject({ status: 'done', summary: { wa_registered: 980, dead: 20 } });
    expect(arrivals['lines']).toHaveLength(20);
    expect(tookMs).toBeLessThan(20_000);
  });

  it.each([1, 3, 4])('never exceeds the rate with %i of 4 processes', async (running) => {
    const { arrivals, fetch } = vendors(400);
    const around = { callsPerSecond: 20 };
    const files = Array.from({ length: running }, () =>
      verified('http', { around, fetch, processes: 4 }, 100, {
        pass: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      }),
    );
    let hasEnded = false;
    const ended = Promise.all(files).finally(() => {
      hasEnded = true;
    });
    while (!hasEnded) await vi.advanceTimersByTimeAsync(10);
    for (const { failures, task } of await ended) {
      expect(task).toMatchObject({ status: 'done', checksFailed: 0, summary: { dead: 100 } });
      expect(failures).toEqual([]);
    }
    expect(arrivals['lines']).toHaveLength(running * 100);
    expect(mostInASecond(arrivals['lines'] ?? [])).toBeLessThanOrEqual(20);
  });
});
