import { type Writing, writings } from '../writing.js';

const EXTENSIONS = [
  ...[
    'x12',
    ' x12',
    ' x 12',
    ' ext12',
    ' ext. 12',
    ' ext 12',
    ' Ext: 12',
    ', ext. 12',
    ' (ext. 12)',
    ' extension 12',
    ' extn. 1234',
  ],
  ...[
    ' #12',
    '#12',
    ' доб. 12',
    ' (доб. 12)',
    ' Durchwahl 12',
    ' DW 12',
    ';ext=12',
    ' int. 12',
    ' ramal 12',
    ' anexo 12',
    ' poste 12',
  ],
  ...[
    ' wewn. 12',
    ' dahili 12',
    ' вн. 12',
    ' εσωτ. 12',
    ' تحويلة 12',
    ' 内线12',
    '转12',
    '分机 12',
    ' 내선 12',
  ],
  ...[' x 123456789', ' ext. 1234567890', ',,123456789#', 'ｘｔ456', ';ext=1234567890'],
];

/** The extension is left out: it is not part of the number. */
export const EXTENSION_WRITINGS: readonly Writing[] = [
  writings('extension', 'always', EXTENSIONS, ({ international }, extension) => international + extension),
  writings(
    'extension, national',
    'with_country',
    EXTENSIONS,
    ({ national }, extension) => national + extension,
  ),
  writings(
    'digits in brackets behind a number',
    'never',
    [' (12)', ' [4711]'],
    ({ international }, end) => international + end,
  ),
  {
    name: 'digits behind a number of North America',
    honesty: 'never',
    cells: ({ callingCode, international }) =>
      callingCode === '1' ? [' 0124', ' 12', ' 12 34 56'].map((more) => international + more) : [],
  },
];
