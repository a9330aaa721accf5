import {
  assertOptionNames,
  type CheckAnswer,
  type CheckContext,
  type ConsentDate,
  DialproofError,
  type E164,
  millisecondsOption,
  type NumberChecker,
  type Reassigned,
  systemClock,
  VERIFICATION_STATUSES,
  type VerificationStatus,
} from '@dialproof/core';
import { wait } from './calls/waiting.js';

/** The sandbox's behaviour for a number. */
export type SandboxBehaviour =
  | { readonly does: 'answer'; readonly status: VerificationStatus }
  | { readonly does: 'answer_slowly'; readonly status: VerificationStatus }
  | { readonly does: 'fail' }
  | { readonly does: 'be_unavailable' };

export interface SandboxNumbers {
  /** The last seven digits of a number, or the first eight of one with eleven. */
  readonly digits: string;
  readonly behaviour: SandboxBehaviour;
  /** A description for people, which the README shows. */
  readonly meaning: string;
}

/**
 * The numbers whose behaviour is known, as payment sandboxes have test cards. The last seven digits choose an answer, in every country: North
 * America keeps 555-0100 to 555-0199 for fiction, and examples are full of them. What disturbs a task needs a whole number that no list has by
 * chance: North America has no area code 999, and none of its area codes will ever have a 9 in the middle as long as they have three digits.
 */
export const SANDBOX_NUMBERS: readonly SandboxNumbers[] = [
  {
    digits: '5550100',
    behaviour: { does: 'answer', status: 'wa_registered' },
    meaning: 'answers `wa_registered`',
  },
  {
    digits: '5550101',
    behaviour: { does: 'answer', status: 'telegram_registered' },
    meaning: 'answers `telegram_registered`',
  },
  { digits: '5550102', behaviour: { does: 'answer', status: 'dead' }, meaning: 'answers `dead`' },
  { digits: '5550103', behaviour: { does: 'answer', status: 'inactive' }, meaning: 'answers `inactive`' },
  {
    digits: '5550104',
    behaviour: { does: 'answer', status: 'unknown' },
    meaning: 'answers `unknown`, which is an answer and is charged',
  },
  {
    digits: '19995555',
    behaviour: { does: 'answer_slowly', status: 'wa_registered' },
    meaning: 'answers `wa_registered` after `slowMs`',
  },
  {
    digits: '19995556',
    behaviour: { does: 'fail' },
    meaning: 'the check of this number fails, every time: it becomes `unknown` and is not charged',
  },
  {
    digits: '19995557',
    behaviour: { does: 'be_unavailable' },
    meaning:
      'makes an outage up: a file of such numbers waits, with the reason `sandbox_outage`, until another number is answered',
  },
];

export interface SandboxCheckerOptions {
  /** Milliseconds that every check takes, 0 or more. Default 0: it answers at once. */
  readonly delayMs?: number;
  /** Milliseconds that a number that begins with +1 999 555 5 takes on top of that, 0 or more. Default 2,000. */
  readonly slowMs?: number;
}

const ENDING_DIGITS = 7;
/** +1 999 555 and the digit that chooses. */
const DISTURBING = /^\+(1999555\d)\d{3}$/;

const BEHAVIOURS: ReadonlyMap<string, SandboxBehaviour> = new Map(
  SANDBOX_NUMBERS.map(({ digits, behaviour }) => [digits, behaviour]),
);

/**
 * Makes results up, for trying out and for tests: it knows nothing about numbers and calls no upstream. See
 * {@link SANDBOX_NUMBERS} for the numbers whose behaviour is known. Every other number has a fixed status, see the README.
 */
export class SandboxChecker implements NumberChecker {
  readonly tellsReassigned = true;
  readonly #delayMs: number;
  readonly #slowMs: number;

  /** Throws TypeError for a time that no timer can wait. */
  constructor(options: SandboxCheckerOptions = {}) {
    assertOptionNames('SandboxChecker', options, { delayMs: true, slowMs: true });
    this.#delayMs = millisecondsOption('delayMs', options.delayMs ?? 0, { least: 0 });
    this.#slowMs = millisecondsOption('slowMs', options.slowMs ?? 2_000, { least: 0 });
  }

  async check(number: E164, { consentDates, signal }: CheckContext): Promise<CheckAnswer> {
    const behaviour = BEHAVIOURS.get(DISTURBING.exec(number)?.[1] ?? number.slice(-ENDING_DIGITS));
    const delayMs = this.#delayMs + (behaviour?.does === 'answer_slowly' ? this.#slowMs : 0);
    if (delayMs > 0) await wait(systemClock, delayMs, signal);
    const status = behaviour === undefined ? spreadStatus(number) : statusBy(behaviour);
    const since = consentDates?.get(number);
    return since === undefined ? status : { status, reassigned: { since, is: reassigned(number, since) } };
  }
}

function statusBy(behaviour: SandboxBehaviour): VerificationStatus {
  switch (behaviour.does) {
    case 'answer':
    case 'answer_slowly':
      return behaviour.status;
    case 'fail':
      throw new Error('the sandbox fails the check of every number that begins with +1 999 555 6');
    case 'be_unavailable':
      throw new DialproofError('sandbox_outage', {
        hint: 'the sandbox says so of every number that begins with +1 999 555 7',
      });
    default:
      return behaviour satisfies never;
  }
}

/**
 * A status made up from the number alone: the same number always gives the same one, and over random numbers each of the five
 * comes about equally often.
 */
function spreadStatus(number: string): VerificationStatus {
  return VERIFICATION_STATUSES[fnv1a(number) % VERIFICATION_STATUSES.length] ?? 'unknown';
}

/** The day on which the sandbox gave numbers to somebody else. */
const GIVEN_AWAY = '2025-01-01';

/** The last digit decides: 0 to 4 were reassigned on {@link GIVEN_AWAY}, 5 to 8 never, and 9 is not known. */
function reassigned(number: E164, since: ConsentDate): Reassigned {
  const digit = Number(number.at(-1));
  if (digit === 9) return 'unknown';
  return digit < 5 && since < GIVEN_AWAY ? 'yes' : 'no';
}

/** FNV-1a, 32 bits: neighbouring numbers fall far apart, and it costs less than a cryptographic hash. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}
