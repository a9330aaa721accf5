import type { CountryCode } from '@dialproof/core';
import type { SeededRandom } from '@dialproof/generate';
import { parsePhoneNumber } from 'awesome-phonenumber';
import type { SampleNumber } from '../sample-numbers.js';
import { WORDS } from '../words.js';
import { cellOf, fieldsOf } from '../writings.js';
import { type CountryNumbers, digits } from './country-numbers.js';
import { type CellForm, type Entry, LISTS, type ListedCell, ROWS } from './list-entries.js';

/** Countries where digits behind a dash are an extension: `030 264811-19` is one number. */
const WITH_DIRECT_DIALS = ['AT', 'DE'];

/** The cells of a list of phones. Undefined where the country lacks the numbers. */
export function phoneCells(
  { cells = [], from = 'all', mostly = 1 }: Entry,
  numbers: CountryNumbers,
  random: SeededRandom,
  area: { readonly numbers: readonly SampleNumber[] } | undefined,
): ListedCell[] | undefined {
  const items = area?.numbers ?? itemsOf(from, numbers, random);
  const forms = cells.map((cell) => (typeof cell === 'string' ? { form: cell } : cell));
  const others = forms.map((each) => (each.from === undefined ? items : itemsOf(each.from, numbers, random)));
  if (items.length === 0 || others.some(({ length }) => length === 0)) return undefined;
  const writings = new Map(forms.map(({ form }) => [form, random.pick(LISTS.writings[form] ?? [form])]));
  const separators = forms.map(({ between = '' }) => separatorsOf(between, numbers.country, random));
  return Array.from({ length: ROWS }, (_, row) => {
    const last = forms.length - 1;
    const isIt = ({ from, share }: CellForm) =>
      share === undefined ? from !== undefined && row % 7 === 3 : random.chance(share);
    const found = forms.findIndex((each, index) => index === last || isIt(each));
    const { form = '', is = 'read', notes, then } = forms[found] ?? {};
    const own = others[found] ?? items;
    // The index is within the items.
    const number = own[row % own.length] as SampleNumber;
    const write = (each: SampleNumber): string => {
      const writing = random.chance(mostly)
        ? (writings.get(form) ?? form)
        : random.pick(LISTS.writings[form] ?? [form]);
      return cellOf(writing, fieldsOf(each)) ?? each.number;
    };
    const text = write(number);
    const between = random.pick(separators[found] ?? ['']);
    const behind =
      then === undefined
        ? []
        : behindOf(then, text, number, own, random).map((each) =>
            typeof each === 'string' ? each : write(each),
          );
    const whole = [text, ...behind].join(between);
    return {
      text: notes === undefined ? whole : random.pick(WORDS[notes]).replace('%', whole),
      number: is === 'none' ? undefined : number.number,
      isReadable: is === 'read',
    };
  });
}

/** A list has one separator between groups and in ranges, and any of the others. */
function separatorsOf(between: string, country: CountryCode, random: SeededRandom): readonly string[] {
  const all = LISTS.separators[between] ?? [''];
  const usable =
    between === 'ofRange' && WITH_DIRECT_DIALS.includes(country)
      ? all.filter((sign) => !/[-–]/.test(sign))
      : all;
  return between === 'betweenGroups' || between === 'ofRange' ? [random.pick(usable)] : usable;
}

function itemsOf(from: string, numbers: CountryNumbers, random: SeededRandom): readonly SampleNumber[] {
  const { areas, fixed, mobile, shortCodes, tollFree } = numbers;
  const inDisorder = (all: readonly SampleNumber[]) => all.map(() => random.pick(all));
  switch (from) {
    case 'all':
      return inDisorder([...fixed, ...mobile]);
    case 'withoutZero':
      // Where some numbers begin with a zero, one with a zero in front may be another number.
      return inDisorder([...fixed, ...mobile]).filter(
        ({ callingCode, subscriber }) => !parsePhoneNumber(`+${callingCode}0${subscriber}`).possible,
      );
    case 'fixed':
      return fixed;
    case 'mobile':
      return mobile;
    case 'tollFree':
      return inDisorder(tollFree);
    case 'shortCodes':
      return inDisorder(shortCodes.map((number) => ({ ...(fixed[0] ?? mobile[0]), number }) as SampleNumber));
    case 'area':
      return areas.length === 0 ? [] : random.pick(areas).numbers;
    case 'areas':
      return areas.flatMap((area) => area.numbers.slice(0, 40));
    case 'openArea':
      return [];
    default:
      return elevenDigits(from, numbers, random);
  }
}

/** National numbers of eleven digits: those of these areas, or mobile numbers without a zero in front. */
function elevenDigits(from: string, { country, fixed, mobile }: CountryNumbers, random: SeededRandom) {
  const [any] = from === 'elevenFixed' ? fixed : mobile;
  const area = (from === 'elevenFixed' ? LISTS.elevenFixed : LISTS.eleven)[country];
  if (area === undefined || any === undefined)
    return from === 'elevenFixed' ? [] : mobile.filter(({ subscriber }) => /^[1-9]\d{10}$/.test(subscriber));
  const city = random.pick(area.starts);
  return Array.from({ length: ROWS }, () => {
    const start = from === 'eleven' ? random.pick(area.starts) : city;
    const national = start + digits(random, 11 - area.trunk.length - start.length);
    return { ...any, number: `+${any.callingCode}${national}`, subscriber: area.trunk + national };
  });
}

/** What stands behind a number: other numbers, the last digits of a second line, or the last line of a range. */
function behindOf(
  then: NonNullable<CellForm['then']>,
  text: string,
  number: SampleNumber,
  items: readonly SampleNumber[],
  random: SeededRandom,
): readonly (string | SampleNumber)[] {
  if (then === 'lastDigits') return [text.replace(/\D/g, '').slice(-random.pick([1, 2, 3, 4]))];
  if (then === 'range') {
    const [group = ''] = /\d+$/.exec(text) ?? [];
    const length = Math.min(group.length, random.pick([1, 1, 2, 2, 3, group.length]));
    return [
      String(Number(group) + 1 + random.below(9))
        .padStart(group.length, '0')
        .slice(-length),
    ];
  }
  const different = items.filter((each) => each.number !== number.number);
  if (different.length === 0) throw new RangeError(`there is no other number than ${number.number}`);
  const count = then === 'one' ? 1 : then === 'two' || random.chance(0.2) ? 2 : 1;
  return Array.from({ length: count }, () => random.pick(different));
}
