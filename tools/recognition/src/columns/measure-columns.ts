import { readPhoneFile } from '../read-phone-file.js';
import { type ExportFile, exportFiles } from './export-file.js';

export interface ColumnResult {
  readonly file: ExportFile;
  /** The header of the column that is read, if any. */
  readonly taken: string | undefined;
  readonly notes: readonly string[];
}

export async function measureColumn(file: ExportFile, rows = file.rows): Promise<ColumnResult> {
  const { defaultCountry } = file;
  const { file: read } = await readPhoneFile(rows, defaultCountry === undefined ? {} : { defaultCountry });
  // Most exports have several columns of phones. Only the chosen one is measured, not the note about the others.
  const notes = read.notes.map(({ code }) => code).filter((code) => code !== 'other_phone_columns');
  return { file, taken: read.phoneColumn?.name, notes };
}

export async function measureColumns(): Promise<readonly ColumnResult[]> {
  return Promise.all(exportFiles().map((file) => measureColumn(file)));
}

/** Whether the column and the notes are those that a person would choose. */
export function isExpected({ file, notes, taken }: ColumnResult): boolean {
  return taken === file.person && notes.join() === file.notes.join();
}

/** The lines of a Markdown table. */
export function columnsTable(results: readonly ColumnResult[]): string[] {
  return [
    '| export | default country | a person takes | taken | notes | |',
    '| --- | --- | --- | --- | --- | --- |',
    ...results.map((result) => {
      const { file, notes, taken } = result;
      const cells = [
        file.name,
        file.defaultCountry ?? '',
        file.person ?? 'none',
        taken ?? 'none',
        notes.join(', '),
      ];
      return `| ${cells.join(' | ')} | ${isExpected(result) ? '' : 'wrong'} |`;
    }),
  ];
}
