import type { CountryCode } from '../phone/country-code.js';
import type { Row } from '../tables/row.js';
import { detectPhoneColumn } from './detect-phone-column.js';
import type { FoundColumn } from './found-column.js';
import { namedPhoneColumn } from './named-phone-column.js';

export interface FindPhoneColumnOptions {
  /**
   * The column that the caller names: a header (as it stands, else without regard to letter case and spaces), or a position from
   * 0, also as digits where no header is these digits.
   */
  readonly phoneColumn?: string | number;
  /** What cells without + are read with. */
  readonly defaultCountry?: CountryCode;
}

/**
 * Finds the phone column from the first rows of a file, the header or what stands in its place first; a hundred rows of data are
 * enough. Rejects with `column_not_found` when the caller names a column that is not there.
 */
export function findPhoneColumn(
  rows: readonly Row[],
  { phoneColumn, defaultCountry }: FindPhoneColumnOptions,
): Promise<FoundColumn> {
  return phoneColumn === undefined
    ? detectPhoneColumn(rows, defaultCountry)
    : namedPhoneColumn(rows, phoneColumn, defaultCountry);
}
