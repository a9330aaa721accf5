import type { UnreadReason } from '../../api/api.js';

const WORDS: Readonly<Record<UnreadReason, string>> = {
  empty: 'empty',
  no_digits: 'no digits',
  too_few_digits: 'too few digits',
  lost_digits: 'digits are missing',
  extra_digits: 'digits behind the number',
  wrong_length: 'too few or too many digits for its country',
  several_numbers: 'several numbers',
  other_text: 'other text in it',
  something_else: 'a date, a price or an id',
  no_country: 'no country',
  no_area_code: 'no area code',
  impossible: 'no such number',
  unclear: 'may be two numbers',
  placeholder: 'a placeholder',
  may_be_id: 'may be an id',
};

/** The reasons why cells are no numbers, in a few words. */
export function unreadWords(reason: UnreadReason): string {
  // A newer server may have reasons of other kinds.
  return Object.hasOwn(WORDS, reason) ? WORDS[reason] : 'no number';
}
