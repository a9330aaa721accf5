import type { SeededRandom } from '@dialproof/generate';
import type { ListKind } from '../number-list.js';
import { inRuns } from '../numbers/local-writings.js';
import { counters, digits, leading, type Maker, NUMBER_HEADERS, things } from './thing-columns.js';

const COUNTER_HEADERS = ['No', 'Nr.', '#', 'id', 'S.No', '番号', 'N°', 'Row'];
const ID_HEADERS = ['ID', 'Code', 'Ref', 'Kundennr.', 'Matricule', 'Código', 'Value'];
const MAY_BE_PHONES = 'all may be numbers of one country';

/** Columns of digits that are no phones, with a default country and without. */
export const THINGS: readonly ListKind[] = [
  ...things('counters', COUNTER_HEADERS, counters([1, 100, 1_000, 10_000, 100_000])),
  ...things('long counters', COUNTER_HEADERS, counters([1_000_000, 10_000_000, 100_000_000, 20_240_000])),
  ...things('padded counters', COUNTER_HEADERS, (random) => {
    const width = random.pick([4, 5, 6, 8, 10]);
    const count = counters([1, 1_000])(random);
    return (row) => count(row).padStart(width, '0');
  }),
  ...things(
    'counters below a header that matches',
    NUMBER_HEADERS,
    counters([1, 1_000, 10_000, 100_000, 1_000_000]),
  ),
  ...things('ids', ID_HEADERS, ofLength([5, 6, 7, 8, 9, 10, 11, 12, 13])),
  ...things('ids that begin alike', ID_HEADERS, beginningAlike, MAY_BE_PHONES),
  ...things('ids below a header that matches', NUMBER_HEADERS, ofLength([5, 6, 7, 8, 9, 10, 11, 12])),
  ...things('ids below `Number`', ['Number'], beginningAlike, MAY_BE_PHONES),
  ...things('ids with zeros in front', ID_HEADERS, (random) => {
    const length = random.pick([6, 7, 8, 9, 10, 11]);
    return () => `00${digits(random, length - 2)}`;
  }),
  ...things('product codes', ['SKU', 'Product', 'Item', 'Artikel'], productCodes),
  ...things('barcodes', ['Barcode', 'EAN', 'GTIN', 'UPC'], (random) => {
    const start = random.pick(['40', '49', '45', '50', '69', '30', '54', '73', '0', '75', '84', '978']);
    const length = random.pick([13, 13, 12, 8]);
    return () => withCheckDigit(start + digits(random, length - 1 - start.length));
  }),
  ...things('postcodes', ['Zip', 'PLZ', 'Postal Code', 'CAP', 'Pincode'], (random) => {
    const form = random.pick([5, 6, 4, 7]);
    const isLong = random.chance(0.3);
    return () => `${leading(random)}${digits(random, form - 1)}${isLong ? `-${digits(random, 4)}` : ''}`;
  }),
  ...things('tax numbers', ['Tax ID', 'VAT', 'CUIT', 'NIP', 'RUT', 'USt-Id'], taxNumbers),
  ...things('years', ['Year', 'Jahr', 'Season'], (random) => {
    const isSeason = random.chance(0.3);
    return () => {
      const year = 1950 + random.below(80);
      return isSeason ? `${year}/${year + 1}` : String(year);
    };
  }),
  ...things('prices and amounts', ['Price', 'Preis', 'Amount', 'Population'], amounts),
  ...things('dates and times as digits', ['Date', 'Created', 'Timestamp'], (random) => {
    const form = random.below(3);
    return () => {
      const day = `20${10 + random.below(16)}${two(1 + random.below(12))}${two(1 + random.below(28))}`;
      if (form === 0) return day;
      return form === 1 ? String(1_600_000_000 + random.below(150_000_000)) : `${day}${digits(random, 4)}`;
    };
  }),
  ...things('bank accounts', ['Account', 'Konto', 'Cuenta'], (random) => {
    const length = random.pick([8, 9, 10, 12]);
    const isGrouped = random.chance(0.4);
    return () => {
      const account = leading(random) + digits(random, length - 1);
      return isGrouped ? inRuns(account, random.pick([3, 4]), random.pick([' ', '-'])) : account;
    };
  }),
];

function ofLength(lengths: readonly number[]): Maker {
  return (random) => {
    const length = random.pick(lengths);
    return () => leading(random) + digits(random, length - 1);
  };
}

/** Ids of one program begin alike. If they begin like a calling code and an area, all of them are existing numbers. */
function beginningAlike(random: SeededRandom): () => string {
  const start = leading(random) + digits(random, 1 + random.below(3));
  const length = random.pick([6, 7, 8, 9, 10, 11, 12]);
  return () => start + digits(random, length - start.length);
}

function productCodes(random: SeededRandom): () => string {
  const forms = [
    '9-99999-99999-9',
    '99-9999-999',
    '999-99-9999',
    '9999-9999',
    '99.999.99',
    '9999 999 999',
    '999999-999',
    '99-99999',
  ];
  const form = random.pick(forms);
  return () => form.replace(/9/g, () => digits(random, 1));
}

function taxNumbers(random: SeededRandom): () => string {
  const forms = [
    '99.999.999-9',
    '99-99999999-9',
    '999-999-99-99',
    '99-9999999',
    '999-99-9999',
    '9999999999',
    '99999999',
    '999 999 999',
    '99999999999',
    '999/999/99999',
  ];
  const form = random.pick(forms);
  return () => leading(random) + form.slice(1).replace(/9/g, () => digits(random, 1));
}

function amounts(random: SeededRandom): () => string {
  const form = random.below(5);
  return () => {
    const amount = 1 + random.below(10 ** (3 + random.below(6)));
    switch (form) {
      case 0:
        return `${amount}.${digits(random, 2)}`;
      case 1:
        return `${inRuns(String(amount), 3, '.')},${digits(random, 2)}`;
      case 2:
        return inRuns(String(amount), 3, ',');
      case 3:
        return inRuns(String(amount), 3, ' ');
      default:
        return String(amount);
    }
  };
}

function withCheckDigit(code: string): string {
  const sum = [...code]
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0);
  return code + ((10 - (sum % 10)) % 10);
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
