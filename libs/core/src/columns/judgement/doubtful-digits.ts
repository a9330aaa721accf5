import { filterInTurns, Turn } from '../../async/turn.js';
import type { E164 } from '../../model/identifiers.js';
import type { CellReading } from '../../phone/cells/cell-reading.js';
import { isFirstGroup } from '../../phone/cells/digits/digits-with-calling-code.js';
import {
  LONG_NATIONAL,
  type LongNational,
  mayBeLongNational,
  showsLongNational,
} from '../../phone/cells/digits/long-national.js';
import { readPhoneCell, spreadsheetDigits } from '../../phone/cells/phone-cell.js';
import { foldToAscii } from '../../phone/fold-to-ascii.js';
import { leadingCallingCode } from '../../phone/numbering/calling-code.js';
import { callingCodeOf } from '../../phone/numbering/national-number.js';
import { isBareDigits } from '../choice/cell-signs.js';

/** Digits alone count as beginning with a calling code if at least one in this many can be nothing else. */
const ONE_SURE_OF = 5;

/** National numbers with this many distinct beginnings are never all valid abroad. */
const MANY_BEGINNINGS = 10;

/** Digits that cannot be a number abroad decide the case if there is at least one for this many that can. */
const ONE_UNREAD_TO = 20;

/** Digits alone that are read as beginning with a calling code. */
interface DigitsReadAbroad {
  readonly digits: string;
  readonly abroad: E164;
}

/** The phones of a column, except those of its default country. */
interface WrittenPhones {
  readonly bare: readonly DigitsReadAbroad[];
  /** Digits alone that cannot be a number abroad. */
  readonly unread: readonly string[];
  /** The calling codes of the numbers that show theirs, with the count of numbers for each. */
  readonly shownCodes: ReadonlyMap<string, number>;
}

/**
 * The kinds of national numbers that digits alone may be, although they can be read as numbers abroad. A kind is left out if the column
 * itself decides: by the same calling code behind a plus sign, or by digits that can only begin with one.
 */
export async function doubtfulNationals(
  cells: readonly string[],
  reading: CellReading,
): Promise<readonly LongNational[]> {
  const phones = await writtenPhones(cells, reading);
  return phones.bare.length === 0 ? [] : LONG_NATIONAL.filter((kind) => isDoubtful(kind, phones));
}

/** The cells that are unread if these national numbers are possible. */
export async function doubtfulCells(
  cells: readonly string[],
  reading: CellReading,
  nationalOf: readonly LongNational[],
): Promise<readonly string[]> {
  if (nationalOf.length === 0) return [];
  return await filterInTurns(
    cells,
    (cell) =>
      readPhoneCell(cell, reading) !== undefined &&
      readPhoneCell(cell, { ...reading, nationalOf }) === undefined,
  );
}

function isDoubtful(kind: LongNational, { bare, shownCodes, unread }: WrittenPhones): boolean {
  const doubtful = bare.filter(({ abroad, digits }) => mayBeLongNational(digits, abroad, kind));
  if (doubtful.length === 0) return false;
  const ownCode = callingCodeOf(kind.country);
  const own = (shownCodes.get(ownCode) ?? 0) + bare.filter(({ abroad }) => codeOf(abroad) === ownCode).length;
  const areShown = doubtful.every(({ abroad }) => shownCodes.has(codeOf(abroad)));
  if (kind.besideOwn === true) return own >= doubtful.length && !areShown;
  if (own > 0 && kind.lines !== 'fixed') return true;
  if (areShown) return false;
  const sure = bare.length - doubtful.length;
  if (sure * ONE_SURE_OF > bare.length) return false;
  const national = unread.filter((digits) => showsLongNational(digits, kind));
  if (national.length > 0 && national.length * ONE_UNREAD_TO >= doubtful.length) return true;
  const beginnings = new Set(doubtful.map(({ digits }) => digits.slice(0, kind.variedDigits)));
  return kind.variedDigits === undefined || beginnings.size < MANY_BEGINNINGS;
}

async function writtenPhones(cells: readonly string[], reading: CellReading): Promise<WrittenPhones> {
  const turn = new Turn();
  const bare: DigitsReadAbroad[] = [];
  const unread: string[] = [];
  const shownCodes = new Map<string, number>();
  const { defaultCountry } = reading;
  const homeCode = defaultCountry && `+${callingCodeOf(defaultCountry)}`;
  for (const cell of cells) {
    if (turn.isLong) await turn.next();
    const number = readPhoneCell(cell, reading);
    if (homeCode !== undefined && number?.startsWith(homeCode)) continue;
    if (number === undefined) {
      if (isBareDigits(cell)) unread.push(digitsOf(cell));
      continue;
    }
    const isWritten = readPhoneCell(cell, { isNational: true }) !== undefined;
    const code = codeOf(number);
    if (isWritten || isGroupedBehindCode(cell, number)) shownCodes.set(code, (shownCodes.get(code) ?? 0) + 1);
    else bare.push({ digits: digitsOf(cell), abroad: number });
  }
  return { bare, unread, shownCodes };
}

/** The digits of a cell with one number. */
export function digitsOf(cell: string): string {
  const text = foldToAscii(cell).trim();
  return spreadsheetDigits(text) ?? text.replace(/\D/g, '');
}

/** Whether separators stand behind the calling code, and not between thousands. */
function isGroupedBehindCode(cell: string, number: E164): boolean {
  const text = foldToAscii(cell).trim();
  const digits = number.slice(1);
  return spreadsheetDigits(text) === undefined && isFirstGroup(codeOf(number), text, digits, number);
}

function codeOf(number: E164): string {
  return leadingCallingCode(number.slice(1))?.code ?? '';
}
