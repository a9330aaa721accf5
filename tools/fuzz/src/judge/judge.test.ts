import type { Row } from '@dialproof/core';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { workbookFiles } from '../files/workbook-files.js';
import { judgeCsv } from './judge-csv.js';
import { judgeXlsx } from './judge-xlsx.js';
import { type UploadOutcome, uploadOutcome } from './upload-outcome.js';

const accepted = (...result: Row[]) => ({
  kind: 'accepted' as const,
  result,
  total: result.length - 1,
  encoding: 'utf-8',
  skipped: 0,
});
const refused = (code: 'malformed_file' | 'empty_file' | 'too_many_columns'): UploadOutcome => ({
  kind: 'refused',
  code,
  hint: undefined,
});

describe('judgeCsv', () => {
  const bytes = Buffer.from('name,phone\nAnn,1,x\n\n"B\r\nen",\n');
  const rows = [
    ['name', 'phone', ''],
    ['Ann', '1', 'x'],
    ['B\r\nen', '', ''],
  ];

  it('finds nothing where the rows are those of the file', () => {
    expect(judgeCsv(bytes, accepted(...rows))).toBeUndefined();
  });

  it.each([
    ['a row is missing', rows.slice(0, 2)],
    ['a row comes twice', [...rows, rows[2] ?? []]],
    ['rows have changed places', [rows[0] ?? [], rows[2] ?? [], rows[1] ?? []]],
    ['a cell is another one', [...rows.slice(0, 2), ['B\nen', '', '']]],
    ['a cell has moved', [...rows.slice(0, 2), ['', 'B\r\nen', '']]],
    ['a column is cut off', rows.map((row) => row.slice(0, 2))],
    [
      'the header is made up though data would be missing',
      [['phone', 'column_2', 'column_3'], ...rows.slice(1)],
    ],
  ])('finds that %s', (_, result) => {
    expect(judgeCsv(bytes, accepted(...result))).toBe('the rows are not those of the file');
  });

  it('leaves out the end of a text file in DOS', () => {
    expect(judgeCsv(Buffer.from('name\r\x1a'), refused('empty_file'))).toBeUndefined();
    expect(judgeCsv(Buffer.from('name\rAnn\x1a'), accepted(['name'], ['Ann']))).toBeUndefined();
  });

  it('finds that the task counts other rows than the result has', () => {
    expect(judgeCsv(bytes, { ...accepted(...rows), total: 3 })).toContain('3 rows in the task');
  });

  it('finds that a file is accepted that is no text', () => {
    for (const text of ['a\0b\n1', '\ufeffa\u00e9\n1']) {
      expect(judgeCsv(Buffer.from(text, 'latin1'), accepted(['a'], ['1']))).toBeDefined();
    }
    expect(judgeCsv(Buffer.from('PK\x03\x04,a\n1,2\n'), accepted(['PK'], ['1']))).toBeDefined();
  });

  it('finds that a file is refused without reason', () => {
    for (const code of ['malformed_file', 'empty_file', 'too_many_columns'] as const) {
      expect(judgeCsv(Buffer.from('name,phone\nAnn,1\n'), refused(code))).toContain(code);
    }
  });

  it('finds that an undamaged file is read with another delimiter, or refused for its encoding', () => {
    const semicolons = Buffer.from('name;price\nJos\xe9;1,5\n', 'latin1');
    const split = [
      ['name;price', ''],
      ['José;1', '5'],
    ];
    const undamaged = { delimiter: ';', encoding: 'windows-1252' };
    const western = { ...accepted(...split), encoding: 'windows-1252' };
    expect(judgeCsv(semicolons, western)).toBeUndefined();
    expect(judgeCsv(semicolons, western, undamaged)).toContain('not those of the file');
    expect(judgeCsv(semicolons, { ...western, encoding: 'windows-1250' }, undamaged)).toContain(
      'read as windows-1250',
    );
    expect(judgeCsv(semicolons, { ...western, encoding: 'shift_jis' })).toContain('no text');
    expect(judgeCsv(semicolons, refused('malformed_file'))).toBeUndefined();
    expect(judgeCsv(semicolons, refused('malformed_file'), undamaged)).toContain('without reason');
  });

  it.each([
    ['malformed_file', 'a,b\n"1,2\n'],
    ['malformed_file', 'a,b\n"1\n,2"x,\n'],
    ['malformed_file', 'a\0\n1\n'],
    ['malformed_file', '["a","b"\n1,2\n'],
    ['too_many_columns', 'a\0\n1\n'],
    ['empty_file', 'a,b\n\n'],
    ['too_many_columns', `a\n${','.repeat(1_001)}\n`],
  ] as const)('takes %s for right where it is (%#)', (code, text) => {
    expect(judgeCsv(Buffer.from(text), refused(code))).toBeUndefined();
  });
});

describe('judgeXlsx', () => {
  it('finds that a row, a cell or digits are missing', async () => {
    const first = {
      fraction: () => 0,
      below: () => 0,
      chance: () => false,
      pick: <Item>(items: readonly Item[]) => items[0] as Item,
    };
    const bytes = Buffer.from(zipSync({ ...workbookFiles(first) }));
    const outcome = await uploadOutcome({ fileName: 'list.xlsx', bytes, firstBytes: 0, pieceBytes: 1_000 });
    if (outcome.kind === 'refused') throw new Error(outcome.hint);
    expect(judgeXlsx(bytes, 'cells', outcome)).toBeUndefined();
    const [header = [], row = [], last = []] = outcome.result;
    for (const result of [
      [header, row],
      [header, last, row],
      [header, [...row.slice(0, -1), 'x'], last],
    ]) {
      expect(judgeXlsx(bytes, 'cells', accepted(...result))).toBeDefined();
    }
  });

  it('finds that a file is refused for what is wrong with the server', () => {
    const outcome = { kind: 'refused', code: 'storage_unavailable', hint: undefined } as const;
    expect(judgeXlsx(Buffer.from(strToU8('PK')), 'zip', outcome)).toContain('storage_unavailable');
  });
});
