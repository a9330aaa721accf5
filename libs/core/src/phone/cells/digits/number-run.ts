import { foldToAscii } from '../../fold-to-ascii.js';
import { digitGroups, readWriting, type WrittenNumber } from '../../normalize-phone.js';
import type { CountryCode } from '../../numbering/country-code.js';
import { isGroupedAsWritten } from '../../numbering/whole-number.js';
import { isNonPhone } from '../text/non-phone.js';
import { partsOfSeveral } from '../text/several-numbers.js';
import { localWriting } from './local-number.js';

/** Numbers with fewer digits are halves of whole numbers in many countries: `2123 4567` in Hong Kong. */
const FEWEST_DIGITS = 5;
const MOST_NUMBERS = 3;

/**
 * The numbers of a country that a cell may hold in a row, local or whole ones without a prefix: `243 868 293 131` and `243868/293131` may
 * be `243868` and `293131`. Undefined if it certainly holds something else. The same digits may also be one number, which only the column
 * can show.
 */
export function numberRun(cell: string, country: CountryCode): readonly string[] | undefined {
  const text = foldToAscii(cell).trim();
  const writing = readWriting(text);
  if (typeof writing !== 'string') {
    return isNonPhone(writing.text) ? undefined : runOfGroups(writing, country);
  }
  const parts = partsOfSeveral(text);
  return parts.length > 1 && areOfCountry(parts, country) ? parts : undefined;
}

/** Whether a number without a plus sign may be several of a country, all of one length, with only separators between them. */
export function mayBeNumberRun(writing: WrittenNumber, country: CountryCode): boolean {
  return runOfGroups(writing, country) !== undefined;
}

/** Whether each number of a run lacks its area code. */
export function isLocalRun(run: readonly string[], country: CountryCode): boolean {
  return run.every((part) => localWriting(part, country) === 'short');
}

function runOfGroups(writing: WrittenNumber, country: CountryCode): readonly string[] | undefined {
  const { digits, international, text } = writing;
  if (international) return undefined;
  const groups = digitGroups(text);
  if (isGroupedAsWritten(groups, country)) return undefined;
  for (let count = 2; count <= MOST_NUMBERS; count += 1) {
    const parts = equalParts(groups, digits.length / count);
    if (parts !== undefined && areOfCountry(parts, country)) return parts;
  }
  return undefined;
}

/** Joins groups to parts of `length` digits. Undefined if a part would end inside a group. */
function equalParts(groups: readonly string[], length: number): readonly string[] | undefined {
  if (length < FEWEST_DIGITS) return undefined;
  const parts = [''];
  for (const group of groups) {
    if (parts.at(-1)?.length === length) parts.push('');
    parts.push((parts.pop() ?? '') + group);
  }
  return parts.every((part) => part.length === length) ? parts : undefined;
}

function areOfCountry(parts: readonly string[], country: CountryCode): boolean {
  return parts.every((part) => {
    const writing = localWriting(part, country);
    return writing === 'short' || writing === 'whole';
  });
}
