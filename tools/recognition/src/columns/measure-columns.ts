import { findPhoneColumn } from '@dialproof/core';
import { ACCOUNTING } from './accounting.js';
import { ADDRESS_BOOKS } from './address-books.js';
import { CONVERSATIONS } from './conversations.js';
import { CUSTOMER_SYSTEMS } from './customer-systems.js';
import type { ExportFile } from './export-file.js';
import { LANGUAGES } from './languages.js';
import { SHOPS } from './shops.js';

export const EXPORTS: readonly ExportFile[] = [
  ...CUSTOMER_SYSTEMS,
  ...SHOPS,
  ...ACCOUNTING,
  ...CONVERSATIONS,
  ...ADDRESS_BOOKS,
  ...LANGUAGES,
];

/** The header of the column that is taken from a file of this name. */
export async function takenColumn({ rows, defaultCountry }: ExportFile): Promise<string> {
  return (await findPhoneColumn(rows, defaultCountry === undefined ? {} : { defaultCountry })).name;
}

export interface ColumnResult {
  readonly file: ExportFile;
  readonly taken: string;
}

export async function measureColumns(): Promise<readonly ColumnResult[]> {
  return Promise.all(EXPORTS.map(async (file) => ({ file, taken: await takenColumn(file) })));
}

/** Whether the column is that of a person, or the one that the contract's words lead to. */
export function isExpected({ file, taken }: ColumnResult): boolean {
  return taken === (file.letter?.takes ?? file.person);
}

/** The lines of a Markdown table. */
export function columnsTable(results: readonly ColumnResult[]): string[] {
  return [
    '| export | default country | a person takes | taken | |',
    '| --- | --- | --- | --- | --- |',
    ...results.map((result) => {
      const { file, taken } = result;
      const remark = isExpected(result) ? (file.letter?.because ?? '') : 'wrong';
      return `| ${[file.name, file.defaultCountry ?? '', file.person, taken, remark].join(' | ')} |`;
    }),
  ];
}
