/**
 * Why a cell of the phone column holds no number that is checked:
 * - `empty`: there is nothing in it;
 * - `no_digits`: it has no digits;
 * - `too_few_digits`: its digits are too few for a number;
 * - `lost_digits`: digits are missing at its end, as where a spreadsheet rounded it (`1.41556E+10`) or a program cut it off;
 * - `extra_digits`: digits follow a whole number, an extension or the beginning of a second one;
 * - `wrong_length`: it has a calling code, and fewer or more digits than the numbers of that code;
 * - `several_numbers`: it holds several numbers;
 * - `other_text`: it has words or signs that may change what its digits mean;
 * - `something_else`: it is written as something else: a date, a decimal, a price, a range, an id;
 * - `no_country`: its digits may be a national number, and no country was named;
 * - `no_area_code`: it is a number without its area code, and none was named;
 * - `impossible`: no country, or not the one that was named, has such a number;
 * - `unclear`: it may be two different numbers;
 * - `placeholder`: its digits are all the same or count up, as people write into fields that they have to fill;
 * - `may_be_id`: its column holds ids too, and it has no plus sign.
 */
export const UNREAD_REASONS = [
  'empty',
  'no_digits',
  'too_few_digits',
  'lost_digits',
  'extra_digits',
  'wrong_length',
  'several_numbers',
  'other_text',
  'something_else',
  'no_country',
  'no_area_code',
  'impossible',
  'unclear',
  'placeholder',
  'may_be_id',
] as const;

export type UnreadReason = (typeof UNREAD_REASONS)[number];

/** Rows by the reason why their phone cell holds no number. */
export type UnreadCounts = Partial<Readonly<Record<UnreadReason, number>>>;
