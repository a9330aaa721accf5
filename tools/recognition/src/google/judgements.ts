import { parsePhoneNumberFromString } from 'libphonenumber-js/core';
import metadata from 'libphonenumber-js/max/metadata';
import type { Difference } from './compare.js';
import type { ExampleWritingName } from './twenty-writings.js';

/** Why we and Google's library read some cells differently, and who is right. */
export interface Judgement {
  readonly rule: string;
  readonly verdict: string;
  readonly applies: (difference: Difference) => boolean;
}

/** The rules; the first one that applies counts. A difference without a rule is a defect until somebody has judged it. */
export const JUDGEMENTS: readonly Judgement[] = [
  {
    rule: 'other data',
    verdict:
      'we do not read it: the number is in Google’s data of today, and not yet in those of libphonenumber-js',
    applies: ({ example, outcomes }) => outcomes === 'none/right' && !isKnown(example.number),
  },
  {
    rule: 'fewer digits than E.164 has',
    verdict: 'we do not read it: `+98 9601` has six digits, and the contract asks for seven at least',
    applies: ({ example: { number } }) => number.length - 1 < 7,
  },
  {
    rule: 'more digits than E.164 has',
    verdict: 'we do not read it: with its zero it has sixteen digits',
    applies: ({ cell, outcomes }) => outcomes === 'none/right' && digitsIn(cell) > 15,
  },
  {
    rule: 'the end of a range of lines',
    verdict: 'we do not read it: `+61-16-312-34` may be the lines 12 to 34',
    applies: ({ cell, outcomes }) => outcomes === 'none/right' && /^\+[\d-]+-\d{3}-\d\d$/.test(cell),
  },
  {
    rule: 'a placeholder',
    verdict: 'we do not read it: people fill fields with `1234567890`, which is somebody’s number in Vienna',
    applies: ({ cell, outcomes }) => outcomes === 'none/right' && cell.replace(/\D/g, '') === '1234567890',
  },
  {
    rule: 'a zero by habit',
    verdict: 'we read the number that was meant: no number there begins with the zero, or is as long with it',
    applies: ({ outcomes, writing }) => outcomes === 'right/none' && isAbout(writing, WITH_ZERO),
  },
  {
    rule: 'a zero that may be part of the number',
    verdict:
      'we read what is written, or nothing if the zero stands in brackets: with + the shape decides, and other numbers there begin with a zero',
    applies: ({ outcomes, writing }) => isAbout(writing, WITH_ZERO) && !outcomes.startsWith('right'),
  },
  {
    rule: '00 where another prefix is dialled',
    verdict: 'we read the number that was meant: exports write 00 for + everywhere',
    applies: ({ outcomes, writing }) => outcomes === 'right/none' && isAbout(writing, ABROAD),
  },
  {
    rule: 'two prefixes for calls abroad',
    verdict:
      'we do not read it: `001 82 ...` in Korea is a call to Korea by way of a carrier, or 00 and a number of America',
    applies: ({ outcomes, writing }) => outcomes === 'none/right' && isAbout(writing, ABROAD),
  },
  {
    rule: 'the calling code taken for an area code',
    verdict: 'Google reads a stranger’s number: it puts the calling code in front a second time',
    applies: ({ example, google, outcomes, writing }) =>
      isAbout(writing, WITH_CALLING_CODE) &&
      outcomes.endsWith('/other') &&
      !outcomes.startsWith('other') &&
      google === `+${example.callingCode}${example.number.slice(1)}`,
  },
  {
    rule: 'a national number that begins like the calling code',
    verdict: 'both read the national number, which is one as people there write it: 55 is an area of Brazil',
    applies: ({ google, ours, outcomes, writing }) =>
      isAbout(writing, WITH_CALLING_CODE) && outcomes === 'other/other' && ours === google,
  },
  {
    rule: 'a calling code without +, in front of a short or special number',
    verdict: 'we do not read it: the digits are as few as a local number has, or in groups of another number',
    applies: ({ outcomes, writing }) => outcomes === 'none/right' && isAbout(writing, WITH_CALLING_CODE),
  },
  {
    rule: 'a calling code without +, in front of a number that Google does not complete',
    verdict: 'we read the number that was meant',
    applies: ({ outcomes, writing }) => outcomes === 'right/none' && isAbout(writing, WITH_CALLING_CODE),
  },
  {
    rule: 'a date, a decimal, an address or an invoice',
    verdict: 'we do not read it: it is written as something else, and in a list it is that more often',
    applies: ({ cell, outcomes }) => outcomes === 'none/right' && LOOKS_OTHERWISE.test(cell),
  },
  {
    rule: 'a special number without a format',
    verdict:
      'we do not read it: libphonenumber-js has no format for it, and it is as short as a local number',
    applies: ({ example, outcomes, writing }) =>
      outcomes === 'none/right' && isAbout(writing, NATIONAL) && !ORDINARY.has(example.type),
  },
  {
    rule: 'no trunk prefix, and as short as a local number',
    verdict:
      'we do not read it: it lost its zero, or it is a local number and somebody else’s; the column may tell',
    applies: ({ example, outcomes, writing }) =>
      outcomes === 'none/right' && isAbout(writing, WITHOUT_PREFIX) && example.significant.length <= 9,
  },
  {
    rule: 'no trunk prefix, and a number of another country too',
    verdict: 'we do not read it: `2033123456` is a number of Nigeria that lost its zero, or one of Egypt',
    applies: ({ example, outcomes, writing }) =>
      outcomes === 'none/right' && isAbout(writing, WITHOUT_PREFIX) && isKnown(`+${example.significant}`),
  },
  {
    rule: 'no area code, completed',
    verdict:
      'we do not read it: Google puts in digits that nobody wrote, because the country has one area code; `default_area_code` names it',
    applies: ({ outcomes, writing }) => outcomes === 'none/right' && writing === 'without the first group',
  },
  {
    rule: 'no area code, taken for a whole number',
    verdict: 'Google reads a stranger’s number',
    applies: ({ outcomes, writing }) => outcomes === 'none/other' && writing === 'without the first group',
  },
  {
    rule: 'no first group, and another whole number of the country',
    verdict: 'both read that number: nothing in the cell says that digits are missing',
    applies: ({ google, ours, outcomes, writing }) =>
      writing === 'without the first group' && outcomes === 'other/other' && ours === google,
  },
  {
    rule: 'no first group, which was a zero',
    verdict: 'we read the number that was meant',
    applies: ({ outcomes, writing }) => outcomes === 'right/none' && writing === 'without the first group',
  },
];

const WITH_ZERO: readonly ExampleWritingName[] = ['+ and a zero', '+ and a bracketed zero'];
const ABROAD: readonly ExampleWritingName[] = ['00', 'the prefix for calls abroad'];
const WITH_CALLING_CODE: readonly ExampleWritingName[] = [
  'calling code, digits alone',
  'calling code, with spaces',
];
const NATIONAL: readonly ExampleWritingName[] = [
  'national',
  'national, digits alone',
  'national, with dashes',
  'national, with dots',
  'national, first group in brackets',
  'national, slash behind the first group',
  'national, labelled',
  'national, with an extension',
];
const ORDINARY: ReadonlySet<string> = new Set(['fixed-line', 'mobile']);
const WITHOUT_PREFIX: readonly ExampleWritingName[] = [
  'without the trunk prefix',
  'without the trunk prefix, digits alone',
];

/** Forms that people also use for other values: digits with dots or a slash and no zero in front, or three pairs with dashes. */
const LOOKS_OTHERWISE = /^\D*\d+(?:[./]\d+)+|^\d\d-\d\d-\d\d$|\d\/\d/;

function isAbout(writing: ExampleWritingName, writings: readonly ExampleWritingName[]): boolean {
  return writings.includes(writing);
}

function isKnown(number: string): boolean {
  return parsePhoneNumberFromString(number, metadata)?.isValid() ?? false;
}

function digitsIn(cell: string): number {
  return cell.replace(/\D/g, '').length;
}

/** The differences by the rule that applies, and those without one. */
export interface JudgedDifferences {
  readonly judged: readonly { readonly judgement: Judgement; readonly differences: readonly Difference[] }[];
  readonly unjudged: readonly Difference[];
}

export function judge(differences: readonly Difference[]): JudgedDifferences {
  const ruleOf = (difference: Difference): Judgement | undefined =>
    JUDGEMENTS.find(({ applies }) => applies(difference));
  return {
    judged: JUDGEMENTS.map((judgement) => ({
      judgement,
      differences: differences.filter((difference) => ruleOf(difference) === judgement),
    })),
    unjudged: differences.filter((difference) => ruleOf(difference) === undefined),
  };
}
