import type { CellReading } from '../phone/cells/phone-cell.js';
import type { Row } from '../tables/row.js';
import { detectPhoneColumn } from './detect-phone-column.js';
import type { FoundColumn } from './found-column.js';
import { judgedColumn } from './judgement/judged-column.js';
import { withNotesOnSeveral } from './judgement/several-in-cells.js';
import { namedPhoneColumn } from './named-phone-column.js';

export interface FindPhoneColumnOptions extends CellReading {
  /**
   * The column that the caller names: a header, or a position from 0. A header that is equal wins over one that differs in letter
   * case or spaces. Digits are a position if no header is equal to them.
   */
  readonly phoneColumn?: string | number;
}

/**
 * Finds the phone column by the first rows of a file, including a possible header. A hundred rows of data are enough.
 * Rejects with `column_not_found` if the caller names a column that does not exist.
 */
export async function findPhoneColumn(
  rows: readonly Row[],
  { phoneColumn, ...cellReading }: FindPhoneColumnOptions,
): Promise<FoundColumn> {
  // A cell with several numbers shows that its column holds phones, even if none of them is read.
  const reading: CellReading = { ...cellReading, severalNumbers: 'first' };
  const isNamed = phoneColumn !== undefined;
  const found = isNamed
    ? await namedPhoneColumn(rows, phoneColumn, reading)
    : await detectPhoneColumn(rows, reading);
  return await withNotesOnSeveral(await judgedColumn(rows, found, reading, isNamed), rows, cellReading);
}
