import type { VerificationStatus } from '@dialproof/core';

/** What the sandbox does when it is asked about a number. */
export type SandboxBehaviour =
  | { readonly does: 'answer'; readonly status: VerificationStatus }
  | { readonly does: 'answer_slowly'; readonly status: VerificationStatus }
  | { readonly does: 'fail' }
  | { readonly does: 'be_unavailable' };

export interface SandboxEnding {
  /** The last two digits of a number. */
  readonly ending: string;
  readonly behaviour: SandboxBehaviour;
  /** What happens, for people; the README shows it. */
  readonly meaning: string;
}

/** The numbers whose behaviour can be chosen by their ending, as payment sandboxes have test cards. */
export const SANDBOX_ENDINGS: readonly SandboxEnding[] = [
  {
    ending: '00',
    behaviour: { does: 'answer', status: 'wa_registered' },
    meaning: 'answers `wa_registered`',
  },
  {
    ending: '01',
    behaviour: { does: 'answer', status: 'telegram_registered' },
    meaning: 'answers `telegram_registered`',
  },
  { ending: '02', behaviour: { does: 'answer', status: 'dead' }, meaning: 'answers `dead`' },
  { ending: '03', behaviour: { does: 'answer', status: 'inactive' }, meaning: 'answers `inactive`' },
  {
    ending: '04',
    behaviour: { does: 'answer', status: 'unknown' },
    meaning: 'answers `unknown`, which is an answer and is charged',
  },
  {
    ending: '05',
    behaviour: { does: 'answer_slowly', status: 'wa_registered' },
    meaning: 'answers `wa_registered` after `slowMs`',
  },
  {
    ending: '06',
    behaviour: { does: 'fail' },
    meaning: 'the check of this number fails: it becomes `unknown` and is not charged',
  },
  {
    ending: '07',
    behaviour: { does: 'be_unavailable' },
    meaning: 'no number can be checked at present (`checker_unavailable`): a task waits, then fails',
  },
];
