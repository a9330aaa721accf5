import { describe, expect, it } from 'vitest';
import { readPhoneFile } from '../read-phone-file.js';
import { type ExportFile, exportFiles } from './export-file.fixture.js';

const EXPORTS = exportFiles();

describe('the column that is taken from an export', () => {
  it.each(EXPORTS.map((file) => [file.name, file] as const))('of %s is that of a person', async (_, file) => {
    expect(await taken(file)).toEqual({ person: file.person, notes: file.notes });
  });

  it('is the same however many times its rows are there', async () => {
    for (const file of EXPORTS) {
      const [header = [], ...data] = file.rows;
      const many = [header, ...Array.from({ length: 30 }, () => data).flat()].slice(0, 101);
      expect([file.name, await taken(file, many)]).toEqual([
        file.name,
        { person: file.person, notes: file.notes },
      ]);
    }
  });
});

async function taken({ defaultCountry, rows }: ExportFile, read = rows) {
  const { file } = await readPhoneFile(read, defaultCountry === undefined ? {} : { defaultCountry });
  // Most exports have several columns of phones. Only the chosen one is compared, not the note about the others.
  const notes = file.notes.map(({ code }) => code).filter((code) => code !== 'other_phone_columns');
  return { person: file.phoneColumn?.name, notes };
}
