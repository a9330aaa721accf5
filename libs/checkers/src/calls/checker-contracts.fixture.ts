import {
  type BulkNumberChecker,
  type ConsentDate,
  DialproofError,
  type E164,
  type NumberChecker,
} from '@dialproof/core';
import { bulkNumberCheckerContract, numberCheckerContract } from '@dialproof/testkit';
import { describe, it } from 'vitest';
import { SandboxChecker } from '../sandbox-checker.js';
import type { AnyChecker } from './same-kind.js';

// Numbers that are spelt out in E.164 need no reader.
const [WA, TELEGRAM, DEAD, INACTIVE, UNKNOWN, SLOW, FAILING] = [
  ...[0, 1, 2, 3, 4].map((ending) => `+1415555010${ending}`),
  '+19995555000',
  '+19995556000',
] as E164[] as [E164, E164, E164, E164, E164, E164, E164];

const ANSWERS = [
  [WA, 'wa_registered'],
  [TELEGRAM, 'telegram_registered'],
  [DEAD, 'dead'],
  [INACTIVE, 'inactive'],
  [UNKNOWN, 'unknown'],
] as const;

const REASSIGNED = [
  [WA, '2024-05-01' as ConsentDate, 'yes'],
  [WA, '2025-05-01' as ConsentDate, 'no'],
  [UNKNOWN, '2024-12-31' as ConsentDate, 'yes'],
] as const;

/** Longer than any case waits. */
const single = new SandboxChecker({ slowMs: 60_000 });

const bulk: BulkNumberChecker = {
  maxNumbers: 20,
  tellsReassigned: true,
  checkMany: (numbers, context) =>
    Promise.all(
      numbers.map((number) =>
        single.check(number, context).catch((error: unknown) => {
          if (context.signal.aborted) throw error;
          return 'check_failed' as const;
        }),
      ),
    ),
};

const unavailable = () => Promise.reject(new DialproofError('checker_unavailable'));

/** The testkit's suites over a right checker inside of a wrapper. `wrap` gives back the kind that it is given. */
export function wrapperContracts(wrap: (checker: AnyChecker) => AnyChecker): void {
  describe('around a single checker', () => singleContract(wrap));
  describe('around a bulk checker', () => bulkContract(wrap));
}

export function singleContract(wrap: (checker: NumberChecker) => AnyChecker): void {
  numberCheckerContract({ describe, it }, async () => ({
    // The suite finds out whether it is one.
    checker: wrap(single) as NumberChecker,
    answers: ANSWERS,
    reassigned: REASSIGNED,
    failing: FAILING,
    slow: SLOW,
    unavailable: wrap({ check: unavailable }) as NumberChecker,
    close: async () => {},
  }));
}

export function bulkContract(wrap: (checker: BulkNumberChecker) => AnyChecker): void {
  bulkNumberCheckerContract({ describe, it }, async () => ({
    checker: wrap(bulk) as BulkNumberChecker,
    answers: [...ANSWERS, [FAILING, 'check_failed']],
    reassigned: REASSIGNED,
    slow: SLOW,
    unavailable: wrap({ maxNumbers: 20, checkMany: unavailable }) as BulkNumberChecker,
    close: async () => {},
  }));
}
