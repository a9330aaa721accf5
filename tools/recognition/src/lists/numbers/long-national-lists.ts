import type { CountryCode } from '@dialproof/core';
import type { SeededRandom } from '@dialproof/generate';
import type { CountryNumbers } from '../country-numbers.js';
import { column, type ListedCell, type ListKind, phones, ROWS, unclear } from '../number-list.js';

const ELEVEN = 11;
/** Numbers with a calling code may be as long. */
const ELEVEN_DIGITS = /^[1-9]\d{10}$/;

/** Areas whose national numbers, as lists write them, are also valid numbers of another country. */
const AREAS: Partial<
  Readonly<Record<CountryCode, { readonly trunk: string; readonly starts: readonly string[] }>>
> = {
  // Porto Alegre, Natal, Mato Grosso, Uberlândia, Recife: Peru, Vietnam, Thailand, Spain, Japan.
  BR: { trunk: '', starts: ['5199', '8499', '6699', '3496', '8199'] },
  // Moscow and around: Vietnam.
  RU: { trunk: '8', starts: ['495', '499', '496', '498'] },
};

/** Areas of fixed lines with eleven digits, which are also a calling code and a number. */
const FIXED_AREAS: Partial<Readonly<Record<CountryCode, readonly string[]>>> = {
  // Changchun, Nantong, Mianyang: Austria, Peru, South Korea.
  CN: ['4318', '5138', '8162'],
  // Potsdam, Kiel, Flensburg, Regensburg, Nuremberg: France, Austria, Sweden, Sri Lanka, India.
  DE: ['3312', '4315', '4611', '9412', '9114'],
};

/** National numbers of eleven digits, without a default country. They are also numbers of other countries. */
export const LONG_NATIONAL_LISTS: readonly ListKind[] = [
  longNational('no country: eleven national digits of one city', (start) => [start]),
  longNational('no country: eleven national digits', (_, starts) => starts),
  longNational('no country: eleven national digits, three rows', (_, starts) => starts, 3),
  fixedLines('no country: eleven digits of fixed lines', ROWS),
  fixedLines('no country: eleven digits of fixed lines, three rows', 3),
  fixedLines('no country: eleven digits of fixed lines, one row', 1),
];

function longNational(
  name: string,
  startsOf: (start: string, starts: readonly string[]) => readonly string[],
  rows = ROWS,
): ListKind {
  return phones(name, (numbers, random) => {
    const area = AREAS[numbers.country];
    if (area === undefined) return few(rows, ofMobile(numbers));
    const starts = startsOf(random.pick(area.starts), area.starts);
    const { callingCode = '' } = numbers.mobile[0] ?? {};
    const length = ELEVEN - area.trunk.length;
    const cells = Array.from({ length: ROWS }, () => {
      const national = withDigits(random.pick(starts), length, random);
      return unclear(area.trunk + national, `+${callingCode}${national}`);
    });
    return few(rows, cells);
  });
}

/** Fixed lines of big cities without their zero, with as many digits as a number abroad. One list is of one city. */
function fixedLines(name: string, rows: number): ListKind {
  return phones(name, (numbers, random) => {
    const starts = FIXED_AREAS[numbers.country];
    if (starts === undefined) return undefined;
    const start = random.pick(starts);
    const { callingCode = '' } = numbers.fixed[0] ?? {};
    const cells = Array.from({ length: ROWS }, () => {
      const national = withDigits(start, ELEVEN, random);
      return unclear(national, `+${callingCode}${national}`);
    });
    return few(rows, cells);
  });
}

/** Without a zero in front: a spreadsheet dropped it, or there is none. */
function ofMobile({ mobile }: CountryNumbers): readonly ListedCell[] {
  return mobile
    .map(({ groups, number }) => unclear(groups.join(''), number))
    .filter(({ text }) => ELEVEN_DIGITS.test(text));
}

function few(rows: number, cells: readonly ListedCell[]): ReturnType<ListKind['make']> {
  const made = column(cells, {}, (cell) => cell);
  return made && { ...made, cells: made.cells.slice(0, rows) };
}

function withDigits(start: string, length: number, random: SeededRandom): string {
  const rest = Array.from({ length: length - start.length }, () => random.below(10));
  return start + rest.join('');
}
