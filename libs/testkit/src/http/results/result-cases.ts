import assert from 'node:assert/strict';
import type { DefineCase } from '../../runner/test-runner.js';
import { openApi, type UploadFile } from '../server/api.js';
import type { MountedServer } from '../server/mounted-server.js';
import { csv, phone, xlsx } from '../server/sample-files.js';

const [WA, TELEGRAM, DEAD] = [phone('wa_registered'), phone('telegram_registered'), phone('dead')] as const;

type Sample = readonly [
  what: string,
  file: () => UploadFile | Promise<UploadFile>,
  result: readonly string[],
];

const SAMPLES: readonly Sample[] = [
  [
    'has the original columns, and then the status',
    () => ({ content: csv(['phone', 'name'], [WA, 'Ann'], [DEAD, 'Bob']) }),
    ['phone,name,verification_status', `${WA},Ann,wa_registered`, `${DEAD},Bob,dead`],
  ],
  [
    'keeps an existing column verification_status',
    () => ({ content: csv(['phone', 'verification_status', 'city'], [WA, 'old', 'Bonn']) }),
    ['phone,verification_status,city,verification_status', `${WA},old,Bonn,wa_registered`],
  ],
  [
    'gives a file without a header one',
    () => ({ content: csv([WA, 'Ann', 'Bonn'], [TELEGRAM, 'Bob', 'Rome']) }),
    [
      'phone,column_2,column_3,verification_status',
      `${WA},Ann,Bonn,wa_registered`,
      `${TELEGRAM},Bob,Rome,telegram_registered`,
    ],
  ],
  [
    'gives every row of a number its status',
    () => ({ content: csv(['phone'], [WA], [DEAD], [`00${WA.slice(1)}`], [WA]) }),
    [
      'phone,verification_status',
      `${WA},wa_registered`,
      `${DEAD},dead`,
      `00${WA.slice(1)},wa_registered`,
      `${WA},wa_registered`,
    ],
  ],
  [
    'has unknown for no number, lost digits and a failed check',
    () => ({
      content: csv(['phone', 'n'], ['', '1'], ['none', '2'], ['1.41556E+10', '3'], [phone('failing'), '4']),
    }),
    [
      'phone,n,verification_status',
      ',1,unknown',
      'none,2,unknown',
      '1.41556E+10,3,unknown',
      `${phone('failing')},4,unknown`,
    ],
  ],
  [
    'calls a number dead that no country can have, and leaves one unknown that lost a digit',
    () => ({ content: csv(['phone'], ['+9991415550106'], ['+1415550106'], [WA]) }),
    ['phone,verification_status', '+9991415550106,dead', '+1415550106,unknown', `${WA},wa_registered`],
  ],
  [
    'brings cells back unchanged, also those that look like formulas',
    () => ({ content: `phone,note\r\n${WA},"a, ""b"""\r\n${DEAD},=1+1\r\n${TELEGRAM}, @x \r\n` }),
    [
      'phone,note,verification_status',
      `${WA},"a, ""b""",wa_registered`,
      `${DEAD},=1+1,dead`,
      `${TELEGRAM}, @x ,telegram_registered`,
    ],
  ],
  [
    'has commas and UTF-8 whatever the file had',
    () => ({ content: new Uint8Array(Buffer.from(`\ufeffphone;Stadt\n${WA};Köln\n`, 'utf16le')) }),
    ['phone,Stadt,verification_status', `${WA},Köln,wa_registered`],
  ],
  [
    'of Windows-1252 is UTF-8',
    () => ({ content: new Uint8Array(Buffer.from(`phone\tcity\n${WA}\tKöln\n`, 'latin1')) }),
    ['phone,city,verification_status', `${WA},Köln,wa_registered`],
  ],
  [
    'of a workbook is CSV',
    async () => ({
      content: await xlsx(['name', 'mobile'], ['Ann', WA], ['Bob', Number(DEAD.slice(1))], ['Cid', null]),
      fileName: 'customers.xlsx',
    }),
    [
      'name,mobile,verification_status',
      `Ann,${WA},wa_registered`,
      `Bob,${DEAD.slice(1)},dead`,
      'Cid,,unknown',
    ],
  ],
];

export function resultCases(it: DefineCase<MountedServer>): void {
  it('is the file with a status in each row, whatever the file is', async (server) => {
    const api = await openApi(server);
    for (const [what, file, result] of SAMPLES) {
      assert.deepEqual(await api.resultLines(await file()), result, `it ${what}`);
    }
  });
}
