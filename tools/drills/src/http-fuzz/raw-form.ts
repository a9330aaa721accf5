import type { SeededRandom } from '@dialproof/generate';

const FILE_NAMES = [
  ...[
    'list.csv',
    'list.csv',
    'list.csv',
    'list.xlsx',
    '../../list.csv',
    '',
    'a"b.csv',
    '.csv',
    'list.exe',
    '\u00e9.csv',
  ],
  ...[`${'n'.repeat(400)}.csv`, `a${' '.repeat(5_000)}x.csv`, 'a\0.csv', '%00.csv', 'LIST.CSV'],
];
const CONTENTS = [
  ...[
    'phone\n+14155550100\n',
    'name,phone\na,+14155550101\nb,none\n',
    'phone\n',
    '',
    '\n\n\n',
    '"',
    'a,b\n"c',
    '\0\0\0',
  ],
  ...[
    'PK\x03\x04',
    `PK\x05\x06${'\0'.repeat(18)}`,
    `phone${','.repeat(1_200)}\n`,
    '\xff\xfe+\x001\x00',
    '\xe9\xe8\n1',
  ],
  ...['phone\n=1+1\n@x\n', `phone\n${'+14155550102\n'.repeat(300)}`, `phone\n${'9'.repeat(100_000)}\n`],
];
const FIELDS = [
  ...[
    'phone_column',
    'default_country',
    'max_credits',
    'several_numbers',
    'encoding',
    'sheet',
    'delimiter',
    '__proto__',
  ],
  ...['file', 'other', ''],
];
const VALUES = [
  'phone',
  'US',
  'ZZ',
  '-1',
  '0',
  '1e9',
  'first',
  'utf-16le',
  'nope',
  '',
  'x'.repeat(70_000),
  '\xff',
];
const BOUNDARIES = ['dialproof', 'dialproof', 'dialproof', '"quoted b"', '', 'b'.repeat(200), "'()+_,-./:=?"];
const FILE_TYPES = [
  'text/csv',
  'text/csv',
  'application/octet-stream',
  '',
  'multipart/mixed; boundary=x',
  'text/csv; charset=',
];

/** A form for an upload, which may be wrong in many ways. */
export function formBody(random: SeededRandom): { readonly type: string; readonly body: Buffer } {
  const boundary = random.pick(BOUNDARIES);
  const mark = random.chance(0.95) ? boundary.replaceAll('"', '') : 'another';
  const parts = [
    ...Array.from({ length: random.pick([0, 0, 0, 1, 2]) }, () => fieldPart(random)),
    ...Array.from({ length: random.pick([1, 1, 1, 1, 0, 2]) }, () => filePart(random)),
  ];
  if (random.chance(0.2)) parts.reverse();
  if (random.chance(0.01)) parts.push(...Array.from({ length: 300 }, () => fieldPart(random).slice(0, 200)));
  const line = random.chance(0.97) ? '\r\n' : '\n';
  const end = random.chance(0.9) ? `--${mark}--${line}` : random.pick(['', '--', `--${mark}`, `--${mark}-`]);
  const text = `${parts.map((part) => `--${mark}${line}${part}${line}`).join('')}${end}`;
  return { type: `multipart/form-data; boundary=${boundary}`, body: Buffer.from(text, 'latin1') };
}

function fieldPart(random: SeededRandom): string {
  return `Content-Disposition: form-data; name="${random.pick(FIELDS)}"\r\n\r\n${random.pick(VALUES)}`;
}

function filePart(random: SeededRandom): string {
  const name = random.pick(['file', 'file', 'file', 'file', 'files', '', '__proto__']);
  const disposition = random.pick([
    `form-data; name="${name}"; filename="${random.pick(FILE_NAMES)}"`,
    `form-data; name="${name}"; filename="${random.pick(FILE_NAMES)}"`,
    `form-data; name="${name}"; filename="list.csv"`,
    `form-data; name=${name}; filename*=UTF-8''%E4%F6.csv`,
    `attachment; filename="list.csv"`,
    'form-data',
  ]);
  const type = random.pick(FILE_TYPES);
  const typeLine = type === '' ? '' : `Content-Type: ${type}\r\n`;
  const coding = random.chance(0.03) ? 'Content-Transfer-Encoding: base64\r\n' : '';
  return `Content-Disposition: ${disposition}\r\n${typeLine}${coding}\r\n${random.pick(CONTENTS)}`;
}
