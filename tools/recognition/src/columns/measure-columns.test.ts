import { describe, expect, it } from 'vitest';
import { exportFiles } from './export-file.js';
import { columnsTable, measureColumn, measureColumns } from './measure-columns.js';

const EXPORTS = exportFiles();

describe('the column that is taken from an export', () => {
  it.each(EXPORTS.map((file) => [file.name, file] as const))('of %s is that of a person', async (_, file) => {
    expect(await measureColumn(file)).toEqual({ file, taken: file.person, notes: file.notes });
  });

  it('is the same however many times its rows are there', async () => {
    for (const file of EXPORTS) {
      const [header = [], ...data] = file.rows;
      const many = [header, ...Array.from({ length: 30 }, () => data).flat()].slice(0, 101);
      expect(await measureColumn(file, many)).toEqual({ file, taken: file.person, notes: file.notes });
    }
  });

  it('is printed with the one that a person takes', async () => {
    const results = await measureColumns();
    const [, , ...lines] = columnsTable(results);
    expect(lines).toHaveLength(EXPORTS.length);
    for (const [index, { file, taken }] of results.entries()) {
      expect(lines[index]).toContain(`| ${file.name} |`);
      expect(lines[index]).toContain(`| ${file.person ?? 'none'} | ${taken ?? 'none'} |`);
    }
    const [first = expect.unreachable()] = results;
    expect(columnsTable([{ ...first, taken: 'Company' }]).at(-1)).toContain('wrong');
  });
});
