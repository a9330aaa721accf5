import { parsePhoneNumberFromString } from 'libphonenumber-js/core';
import metadata from 'libphonenumber-js/max/metadata';
import { isTrue } from '../writings.js';
import { type Difference, GOOGLE, type Judgement } from './compare.js';

const CONDITIONS: Readonly<Record<string, (difference: Difference) => boolean>> = {
  known: ({ example }) => isKnown(example.number),
  fewDigits: ({ example }) => example.number.length - 1 < 7,
  manyDigits: ({ cell }) => cell.replace(/\D/g, '').length > 15,
  lineRange: ({ cell }) => /^\+[\d-]+-\d{3}-\d\d$/.test(cell),
  placeholder: ({ cell }) => cell.replace(/\D/g, '') === '1234567890',
  /** Digits with dots or a slash and no zero in front, and two groups of two with dashes. */
  otherValue: ({ cell }) => /^\D*\d+(?:[./]\d+)+|^\d\d-\d\d-\d\d$|\d\/\d/.test(cell),
  ordinary: ({ example }) => ['fixed-line', 'mobile'].includes(example.type),
  short: ({ example }) => example.subscriber.length <= 9,
  otherNumber: ({ example }) => isKnown(`+${example.subscriber}`),
  codeTwice: ({ example, google }) => google === `+${example.callingCode}${example.number.slice(1)}`,
  alike: ({ google, ours }) => ours === google,
};

function applies({ outcomes = '', when, writings }: Judgement, difference: Difference): boolean {
  return (
    new RegExp(`^${outcomes}`).test(difference.outcomes) &&
    (writings === undefined || writings.includes(difference.writing)) &&
    (when === undefined || isTrue(when, CONDITIONS, difference))
  );
}

function isKnown(number: string): boolean {
  return parsePhoneNumberFromString(number, metadata)?.isValid() ?? false;
}

/** The differences by the rule that applies, and those without one. */
export interface JudgedDifferences {
  readonly judged: readonly { readonly judgement: Judgement; readonly differences: readonly Difference[] }[];
  readonly unjudged: readonly Difference[];
}

export function judge(differences: readonly Difference[]): JudgedDifferences {
  const { judgements } = GOOGLE;
  const rules = differences.map((difference) => judgements.find((one) => applies(one, difference)));
  const of = (rule: Judgement | undefined) => differences.filter((_, index) => rules[index] === rule);
  return {
    judged: judgements.map((judgement) => ({ judgement, differences: of(judgement) })),
    unjudged: of(undefined),
  };
}
