import { digitsOf, type Writing, writings } from '../writing.js';

const BETWEEN = [' / ', '/', ', ', '; ', ';', '\n', '\r\n', ' or ', ' | ', ' & ', ' oder ', ' и ', '、', ' '];

/** Another number: its last digit is the next one. */
const next = (text: string): string =>
  text.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10));

/** More than one number in a cell. */
export const SEVERAL: readonly Writing[] = [
  writings(
    'two numbers',
    'never',
    BETWEEN,
    ({ international }, between) => international + between + next(international),
  ),
  writings(
    'two numbers, national',
    'never',
    BETWEEN.slice(0, -1),
    ({ national }, between) => national + between + next(national),
  ),
  writings(
    'two numbers, digits alone',
    'never',
    BETWEEN.slice(0, -1),
    ({ number }, between) => number.slice(1) + between + next(number.slice(1)),
  ),
  writings(
    'telephone and fax',
    'never',
    ['T %1 F %2', 'Tel. %1 Fax %2', 'Phone: %1\nFax: %2'],
    ({ national }, form) => form.replace('%1', national).replace('%2', next(national)),
  ),
  writings(
    'last digits of a second number',
    'never',
    ['/68', ' / 68', '/8'],
    ({ number }, end) => number + end,
  ),
  writings('the same, national', 'never', ['/68', ' / 68'], ({ national }, end) => national + end),
  writings(
    'the same number twice',
    'always',
    BETWEEN,
    ({ international, number }, between) => international + between + number,
  ),
  writings(
    'the same number in two forms',
    'with_country',
    BETWEEN.slice(0, -1),
    ({ international, national }, between) => national + between + international,
  ),
  writings(
    'the same, with labels',
    'with_country',
    ['Tel. '],
    ({ national, number }, label) => `${label}${digitsOf(national)}, WhatsApp ${number}`,
  ),
];
