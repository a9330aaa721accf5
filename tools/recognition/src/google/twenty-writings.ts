import { digitsOf } from '../writing.js';
import type { ExampleNumber } from './example-numbers.js';

/** A way of writing an example. Undefined where the text would be the same without it. */
export type ExampleWriting = (example: ExampleNumber) => string | undefined;

const plainNational = ({ national }: ExampleNumber): string => national.replace(/[()]/g, '');

/** The writings that both libraries read, by name. */
export const TWENTY_WRITINGS = {
  'E.164': ({ number }) => number,
  '+ with spaces': ({ international }) => international,
  '+ with dashes': ({ international }) => international.replace(/[^\d+]+/g, '-'),
  '+ and a bracketed zero': ({ callingCode, groups }) => `+${callingCode} (0) ${groups.join(' ')}`,
  '+ and a zero': ({ callingCode, groups }) => `+${callingCode} 0${groups.join(' ')}`,
  '00': ({ international }) => `00${international.slice(1)}`,
  'the prefix for calls abroad': ({ international, internationalPrefix }) =>
    `${internationalPrefix} ${international.slice(1)}`,
  'calling code, digits alone': ({ number }) => number.slice(1),
  'calling code, with spaces': ({ international }) => international.slice(1),
  national: ({ national }) => national,
  'national, digits alone': ({ national }) => digitsOf(national),
  'national, with dashes': (example) => plainNational(example).replace(/\D+/g, '-'),
  'national, with dots': (example) => plainNational(example).replace(/\D+/g, '.'),
  'national, first group in brackets': (example) =>
    plainNational(example).replace(/^(\d+)(?=\D)\D*/, '($1) '),
  'national, slash behind the first group': (example) =>
    plainNational(example).replace(/^(\d+)(?=\D)\D*/, '$1/'),
  'without the trunk prefix, digits alone': ({ significant }) => significant,
  'without the trunk prefix': ({ groups }) => groups.join(' '),
  'national, labelled': ({ national }) => `Tel.: ${national}`,
  'national, with an extension': ({ national }) => `${national} ext. 12`,
  'without the first group': ({ groups }) => (groups.length > 1 ? groups.slice(1).join(' ') : undefined),
} as const satisfies Readonly<Record<string, ExampleWriting>>;

export type ExampleWritingName = keyof typeof TWENTY_WRITINGS;
