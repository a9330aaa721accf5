import type { SeededRandom } from '@dialproof/generate';
import { all, type ListedCell, type ListKind, noNumber, ROWS, readable } from '../number-list.js';
import { counters, digits, leading, type Maker, things } from './thing-columns.js';

/** Headers of the numbers of things, which match the contract's expression. */
const THING_NUMBERS = [
  'Order Number',
  'Customer Number',
  'Account Number',
  'Invoice Number',
  'Member Number',
];

const GROUPED_FORMS = [
  ...['999-999-9999', '999 999 9999', '9999-999999', '99-9999-9999', '9999 9999', '999-9999', '99 99 99 99'],
  ...[
    '9999-9999-999',
    '999999-9999',
    '9/999/9999',
    '99.9999.9999',
    '0999-999999',
    '0999 9999999',
    '09-9999-9999',
  ],
];

/** One row in this many has a phone among the ids. */
const PHONE_EVERY = 50;

/** Ids that are written like phones, below headers that match the contract's expression and name a thing. */
export const IDS_LIKE_PHONES: readonly ListKind[] = [
  ...things('grouped ids below a `… Number` header', THING_NUMBERS, (random) => {
    const form = random.pick(GROUPED_FORMS);
    return () => form.replace(/9/g, () => digits(random, 1));
  }),
  ...things('zero-padded ids below a `… Number` header', THING_NUMBERS, zeroPadded),
  ...things('zero-padded ids', ['ID', 'Code', 'Kundennr.', 'Matricule', 'Value'], zeroPadded),
  ...things('invoices behind their year', ['Invoice Number', 'Invoice', 'Rechnung', 'Number'], (random) => {
    const year = String(2015 + random.below(20));
    const separator = random.pick([' ', ' ', '-', '/']);
    const width = random.pick([5, 6, 7]);
    const count = counters([1, 100])(random);
    return (row) => year + separator + count(row).padStart(width, '0');
  }),
  idsWithPhones('ids with a few phones among them', true),
  idsWithPhones('ids with a few phones among them, no country', false),
];

function zeroPadded(random: SeededRandom): ReturnType<Maker> {
  const zeros = random.pick(['0', '0', '00', '000']);
  const length = random.pick([7, 8, 9, 10, 11, 12]);
  return () => zeros + leading(random) + digits(random, length - zeros.length - 1);
}

/** The phones have a plus sign, and are to be read; the ids are not. */
function idsWithPhones(name: string, isInCountry: boolean): ListKind {
  return {
    name,
    holdsPhones: false,
    headers: [...THING_NUMBERS, 'Roll Number', 'Telegram ID'],
    make: (numbers, random) => {
      const phones = all(numbers, random);
      if (phones.length === 0) return undefined;
      const length = random.pick([7, 8, 9, 10]);
      const start = leading(random) + digits(random, 1);
      const phoneAt = random.below(PHONE_EVERY);
      const cells = Array.from({ length: ROWS }, (_, row): ListedCell => {
        if (row % PHONE_EVERY !== phoneAt) return noNumber(start + digits(random, length - start.length));
        const { number } = random.pick(phones);
        return readable(number, number);
      });
      return { cells, reading: isInCountry ? { defaultCountry: numbers.country } : {} };
    },
  };
}
