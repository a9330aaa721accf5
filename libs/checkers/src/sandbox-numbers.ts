import type { VerificationStatus } from '@dialproof/core';

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
