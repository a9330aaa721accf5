import { WORDS } from '../words.js';
import { bareWritings, type Writing, writings } from '../writing.js';

const { labelsBehind: BEHIND, labelsInFront: IN_FRONT } = WORDS;

/** Words beside the number. */
export const LABELS: readonly Writing[] = [
  writings('label in front', 'always', IN_FRONT, ({ international }, label) => label + international),
  writings('label behind', 'always', BEHIND, ({ international }, label) => international + label),
  ...bareWritings(
    'label in front, digits alone',
    ['Tel: ', 'Mobile ', 'Tel. ', '手机', 'тел. '],
    ({ number }, label) => label + number.slice(1),
  ),
  writings('label in front, national', 'with_country', IN_FRONT, ({ national }, label) => label + national),
  writings(
    'label of a letter alone',
    'always',
    ['T ', 'M '],
    ({ international }, label) => label + international,
  ),
  writings('label behind, national', 'with_country', BEHIND, ({ national }, label) => national + label),
  writings(
    'another word beside it',
    'never',
    ['Anna ', 'not ', 'old: ', 'order no. ', 'call me at '],
    ({ international }, word) => word + international,
  ),
];
