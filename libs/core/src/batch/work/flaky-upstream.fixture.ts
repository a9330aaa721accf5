import type { E164 } from '../../model/identifiers.js';
import type { NumberChecker } from '../../ports/number-checker.js';
import { ALICE, type TrialOptions, trialService } from '../../service/trial-service.fixture.js';

/** A file with this many numbers. */
export function fileOf(count: number): string {
  return `phone\n${Array.from({ length: count }, (_, n) => `+1415${2_000_000 + n}\n`).join('')}`;
}

/** Counts the answers about each number, for which an upstream charges. */
export function counted(ask: (number: E164) => 'dead' | Promise<'dead'>) {
  const answers = new Map<E164, number>();
  const upstream = {
    asked: 0,
    get answered(): number {
      return [...answers.values()].reduce((sum, times) => sum + times, 0);
    },
    /** Numbers that were answered more than once. */
    get twice(): number {
      return [...answers.values()].filter((times) => times > 1).length;
    },
  };
  const checker: NumberChecker = {
    async check(number) {
      upstream.asked += 1;
      const status = await ask(number);
      answers.set(number, (answers.get(number) ?? 0) + 1);
      return status;
    },
  };
  return { checker, upstream };
}

/** A service whose Alice has credits for a large file. */
export async function trialOf(options: TrialOptions) {
  const trial = await trialService({ chunkSize: 250, ...options });
  await trial.ledger.grant(ALICE, 9_000);
  return trial;
}
