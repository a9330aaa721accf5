import type { VerificationStatus } from '@dialproof/core';

/** The sandbox's behaviour for a number. */
export type SandboxBehaviour =
  | { readonly does: 'answer'; readonly status: VerificationStatus }
  | { readonly does: 'answer_slowly'; readonly status: VerificationStatus }
  | { readonly does: 'fail' }
  | { readonly does: 'be_unavailable' };

export interface SandboxEnding {
  /** The last seven digits of a number. */
  readonly ending: string;
  readonly behaviour: SandboxBehaviour;
  /** A description for people, which the README shows. */
  readonly meaning: string;
}

/**
 * The numbers whose behaviour can be chosen by their ending, as payment sandboxes have test cards. North America keeps 555-0100 to
 * 555-0199 for fiction, and seven digits are long enough that a large file of other numbers meets none of them by chance.
 */
export const SANDBOX_ENDINGS: readonly SandboxEnding[] = [
  {
    ending: '5550100',
    behaviour: { does: 'answer', status: 'wa_registered' },
    meaning: 'answers `wa_registered`',
  },
  {
    ending: '5550101',
    behaviour: { does: 'answer', status: 'telegram_registered' },
    meaning: 'answers `telegram_registered`',
  },
  { ending: '5550102', behaviour: { does: 'answer', status: 'dead' }, meaning: 'answers `dead`' },
  { ending: '5550103', behaviour: { does: 'answer', status: 'inactive' }, meaning: 'answers `inactive`' },
  {
    ending: '5550104',
    behaviour: { does: 'answer', status: 'unknown' },
    meaning: 'answers `unknown`, which is an answer and is charged',
  },
  {
    ending: '5550105',
    behaviour: { does: 'answer_slowly', status: 'wa_registered' },
    meaning: 'answers `wa_registered` after `slowMs`',
  },
  {
    ending: '5550106',
    behaviour: { does: 'fail' },
    meaning: 'the check of this number fails, every time: it becomes `unknown` and is not charged',
  },
  {
    ending: '5550107',
    behaviour: { does: 'be_unavailable' },
    meaning: 'says `checker_unavailable`: tasks wait until another number is answered',
  },
];
