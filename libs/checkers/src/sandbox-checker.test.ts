import { readFileSync } from 'node:fs';
import {
  type ConsentDate,
  type E164,
  isDialproofError,
  ManualClock,
  statusOfAnswer,
  systemClock,
  VERIFICATION_STATUSES,
  type VerificationStatus,
} from '@dialproof/core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SANDBOX_NUMBERS, SandboxChecker } from './sandbox-checker.js';

// The numbers below are written in E.164 already.
const number = (text: string) => text as E164;
const context = () => ({ signal: new AbortController().signal });

describe('SandboxChecker', () => {
  let clock: ManualClock;
  beforeEach(() => {
    clock = new ManualClock();
    vi.spyOn(systemClock, 'schedule').mockImplementation((ms, callback) => clock.schedule(ms, callback));
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it.each([
    ['+14155550100', 'wa_registered'],
    ['+14155550101', 'telegram_registered'],
    ['+14155550102', 'dead'],
    ['+14155550103', 'inactive'],
    ['+14155550104', 'unknown'],
    ['+447405550100', 'wa_registered'],
  ])('answers for %s with %s at once', async (phone, status) => {
    expect(await new SandboxChecker().check(number(phone), context())).toBe(status);
    expect(clock.pending).toBe(0);
  });

  it('answers for +1 999 555 5 with wa_registered after slowMs', async () => {
    const answer = new SandboxChecker().check(number('+19995555000'), context());
    clock.advance(1_999);
    expect(clock.pending).toBe(1);
    clock.advance(1);
    expect(clock.pending).toBe(0);
    expect(await answer).toBe('wa_registered');
  });

  it('fails the check of a number that begins with +1 999 555 6 alone', async () => {
    const failure = await new SandboxChecker()
      .check(number('+19995556999'), context())
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
    expect(isDialproofError(failure)).toBe(false);
  });

  it('makes an outage up for +1 999 555 7', async () => {
    await expect(new SandboxChecker().check(number('+19995557123'), context())).rejects.toMatchObject({
      code: 'sandbox_outage',
    });
  });

  it.each(['+14155550105', '+14155550106', '+14155550107', '+442075550106', '+19995551234'])(
    'answers for %s, which a list may have by chance',
    async (phone) => {
      const status = await new SandboxChecker().check(number(phone), context());
      expect(VERIFICATION_STATUSES).toContain(status);
      expect(clock.pending).toBe(0);
    },
  );

  it('takes delayMs for each check', async () => {
    const answer = new SandboxChecker({ delayMs: 50 }).check(number('+14155550102'), context());
    clock.advance(49);
    expect(clock.pending).toBe(1);
    clock.advance(1);
    expect(await answer).toBe('dead');
  });

  it.each([{ slowMs: 5_000 }, { delayMs: 5_000 }])(
    'stops waiting when the signal is aborted (%o)',
    async (options) => {
      const controller = new AbortController();
      const answer = new SandboxChecker(options).check(number('+19995555000'), { signal: controller.signal });
      const refused = expect(answer).rejects.toThrow('nobody waits');
      controller.abort(new Error('nobody waits'));
      await refused;
      expect(clock.pending).toBe(0);
    },
  );

  it('does not begin to wait under a signal that is aborted already', async () => {
    const signal = AbortSignal.abort(new Error('too late'));
    const answer = new SandboxChecker({ delayMs: 10 }).check(number('+14155550100'), { signal });
    await expect(answer).rejects.toThrow('too late');
    expect(clock.pending).toBe(0);
  });

  it.each([{ delayMs: -1 }, { delayMs: Number.NaN }, { slowMs: 2 ** 31 }])(
    'refuses the times %o',
    (options) => {
      expect(() => new SandboxChecker(options)).toThrow(TypeError);
    },
  );

  it.each([
    ['+14155550100', '2024-12-31', 'yes'],
    ['+14155550104', '2025-01-01', 'no'],
    ['+14155550105', '2020-01-01', 'no'],
    ['+14155550109', '2020-01-01', 'unknown'],
  ])('says of %s, whose owner gave consent on %s, that it was given away: %s', async (phone, date, is) => {
    const since = date as ConsentDate;
    const answer = await new SandboxChecker().check(number(phone), {
      ...context(),
      consentDates: new Map([[phone, since]]),
    });
    expect(answer).toHaveProperty('reassigned', { since, is });
  });

  it('spreads other numbers evenly over the five statuses, always in the same way', async () => {
    const counts = new Map<VerificationStatus, number>();
    const checker = new SandboxChecker();
    for (let index = 0; index < 10_000; index += 1) {
      const phone = number(`+1415${String(2_550_000 + index * 37).padStart(7, '0')}`);
      if (SANDBOX_NUMBERS.some(({ digits }) => phone.endsWith(digits))) continue;
      const status = statusOfAnswer(await checker.check(phone, context()));
      expect(await new SandboxChecker().check(phone, context())).toBe(status);
      counts.set(status, (counts.get(status) ?? 0) + 1);
    }
    for (const status of VERIFICATION_STATUSES) expect(counts.get(status)).toBeGreaterThan(1_500);
  });
});

describe('the README', () => {
  it('shows the table of endings as it is', () => {
    const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
    const rows = [...readme.matchAll(/^\| (\d{7,8}) +\| (.+?) +\|$/gm)].map(([, digits, meaning]) => ({
      digits,
      meaning,
    }));
    expect(rows).toEqual(SANDBOX_NUMBERS.map(({ digits, meaning }) => ({ digits, meaning })));
  });
});
