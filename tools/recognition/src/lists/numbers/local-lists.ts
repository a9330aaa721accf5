import type { SeededRandom } from '@dialproof/generate';
import type { Area, CountryNumbers, ListedNumber } from '../country-numbers.js';
import {
  abroad,
  column,
  inCountry,
  type ListedCell,
  type ListKind,
  type ListReading,
  phones,
  readable,
  unclear,
} from '../number-list.js';
import { type LocalWriting, localDigits, localGroups, otherLocalWriting } from './local-writings.js';

/** One number in this many is a mobile number, in lists with such numbers. */
const MOBILE_EVERY = 7;

type Writer = (random: SeededRandom) => LocalWriting;

const DIGITS: Writer = () => localDigits;
const GROUPS: Writer = () => localGroups;

/** Lists of numbers without their area codes. They can be read only if the caller gives the area. */
export const LOCAL_LISTS: readonly ListKind[] = [
  localList('local, digits alone', DIGITS, inCountry),
  localList('local, as the country groups them', GROUPS, inCountry),
  localList('local, with other separators', otherLocalWriting, inCountry),
  localList('local, labelled', () => (number) => `Tel. ${localGroups(number)}`, inCountry),
  localList('local, with an extension', () => (number) => `${localGroups(number)} ext. 12`, inCountry),
  localList(
    'local, two in a cell',
    () => (number) => `${localGroups(number)}/${localDigits(number).slice(-4)}`,
    inCountry,
  ),
  phones('local, of several areas', (numbers) =>
    column(
      numbers.areas.flatMap((area) => area.numbers.slice(0, 40)),
      inCountry(numbers),
      (number) => unclear(localDigits(number), number.number),
    ),
  ),
  mixedList('local, and mobile numbers in full', DIGITS, ({ national, number }) =>
    readable(national, number),
  ),
  mixedList('local with separators, and mobile numbers in full', otherLocalWriting, ({ national, number }) =>
    readable(national, number),
  ),
  mixedList('local, and mobile numbers with +', DIGITS, ({ international, number }) =>
    readable(international, number),
  ),
  localList('local, digits alone, no country', DIGITS, abroad),
  localList('local, as the country groups them, no country', GROUPS, abroad),
  localList('local, with other separators, no country', otherLocalWriting, abroad),
  areaList('local, digits alone, with the area code', DIGITS),
  areaList('local, as the country groups them, with the area code', GROUPS),
  areaList('local, with other separators, with the area code', otherLocalWriting),
  phones('local, and mobile numbers in full, with the area code', (numbers, random) => {
    const area = areaWithLocalNumbers(numbers, random);
    if (area === undefined || numbers.mobile.length === 0) return undefined;
    return mixed(area, numbers, { ...inCountry(numbers), areaCode: area.code }, (number, isMobile) =>
      readable(isMobile ? number.national : localDigits(number), number.number),
    );
  }),
];

function localList(name: string, writer: Writer, readingOf: typeof inCountry): ListKind {
  return phones(name, (numbers, random) => {
    if (numbers.areas.length === 0) return undefined;
    const write = writer(random);
    return column(random.pick(numbers.areas).numbers, readingOf(numbers), (number) =>
      unclear(write(number), number.number),
    );
  });
}

function mixedList(name: string, writer: Writer, mobileCell: (number: ListedNumber) => ListedCell): ListKind {
  return phones(name, (numbers, random) => {
    if (numbers.areas.length === 0 || numbers.mobile.length === 0) return undefined;
    const write = writer(random);
    return mixed(random.pick(numbers.areas), numbers, inCountry(numbers), (number, isMobile) =>
      isMobile ? mobileCell(number) : unclear(write(number), number.number),
    );
  });
}

function areaList(name: string, writer: Writer): ListKind {
  return phones(name, (numbers, random) => {
    const area = areaWithLocalNumbers(numbers, random);
    if (area === undefined) return undefined;
    const write = writer(random);
    return column(area.numbers, { ...inCountry(numbers), areaCode: area.code }, (number) =>
      readable(write(number), number.number),
    );
  });
}

function mixed(
  { numbers }: Area,
  { mobile }: CountryNumbers,
  reading: ListReading,
  cell: (number: ListedNumber, isMobile: boolean) => ListedCell,
): ReturnType<typeof column> {
  return column(numbers, reading, (number, row) => {
    const isMobile = row % MOBILE_EVERY === 3;
    // The index is within the list.
    return isMobile ? cell(mobile[row % mobile.length] as ListedNumber, true) : cell(number, false);
  });
}

function areaWithLocalNumbers({ areas }: CountryNumbers, random: SeededRandom): Area | undefined {
  const open = areas.filter(({ hasLocalNumbers }) => hasLocalNumbers);
  return open.length === 0 ? undefined : random.pick(open);
}
