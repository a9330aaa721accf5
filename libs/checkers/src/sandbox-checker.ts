import {
  type CheckContext,
  DialproofError,
  type E164,
  millisecondsOption,
  type NumberChecker,
  type VerificationStatus,
} from '@dialproof/core';
import { SANDBOX_ENDINGS, type SandboxBehaviour } from './sandbox-endings.js';
import { spreadStatus } from './sandbox-spread.js';

export interface SandboxCheckerOptions {
  /** Milliseconds that every check takes, 0 or more. Default 0: it answers at once. */
  readonly delayMs?: number;
  /** Milliseconds that a number ending in 5550105 takes on top of that, 0 or more. Default 2,000. */
  readonly slowMs?: number;
}

const ENDING_DIGITS = 7;

const BEHAVIOURS: ReadonlyMap<string, SandboxBehaviour> = new Map(
  SANDBOX_ENDINGS.map(({ ending, behaviour }) => [ending, behaviour]),
);

/**
 * Makes results up, for trying out and for tests: it knows nothing about numbers and calls no upstream. The last seven digits of a number
 * choose its behaviour, see {@link SANDBOX_ENDINGS}. Every other number has a fixed status, see the README.
 */
export class SandboxChecker implements NumberChecker {
  readonly #delayMs: number;
  readonly #slowMs: number;

  /** Throws TypeError for a time that no timer can wait. */
  constructor(options: SandboxCheckerOptions = {}) {
    this.#delayMs = millisecondsOption('delayMs', options.delayMs ?? 0, { least: 0 });
    this.#slowMs = millisecondsOption('slowMs', options.slowMs ?? 2_000, { least: 0 });
  }

  async check(number: E164, context: CheckContext): Promise<VerificationStatus> {
    if (this.#delayMs > 0) await wait(this.#delayMs, context.signal);
    const behaviour = BEHAVIOURS.get(number.slice(-ENDING_DIGITS));
    if (behaviour === undefined) return spreadStatus(number);
    switch (behaviour.does) {
      case 'answer':
        return behaviour.status;
      case 'answer_slowly':
        await wait(this.#slowMs, context.signal);
        return behaviour.status;
      case 'fail':
        throw new Error('the sandbox fails the check of every number that ends in 5550106');
      case 'be_unavailable':
        throw new DialproofError('checker_unavailable', {
          hint: 'the sandbox says so of every number that ends in 5550107',
        });
      default:
        return behaviour satisfies never;
    }
  }
}

/** Resolves after that time, or rejects with the signal's reason as soon as it is aborted. */
function wait(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, delayMs);
    signal.addEventListener('abort', stop, { once: true });
  });
}
