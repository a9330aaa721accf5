import type { CellReading } from '../phone/cells/phone-cell.js';
import type { Row } from '../tables/row.js';
import { ColumnChoice } from './choice/column-choice.js';
import { detectPhoneColumn } from './detect-phone-column.js';
import { type FoundColumn, foundColumn, widthOf, withoutHeader } from './found-column.js';
import { columnNotFound, headersNamed, namedPosition } from './named-column.js';

/**
 * The column that the caller names. Among several with that name, it is the leftmost that is mostly phones, as with several matching
 * headers. In a file without a header, the names are those of the result: `phone`, `column_2`.
 */
export async function namedPhoneColumn(
  rows: readonly Row[],
  phoneColumn: string | number,
  reading: CellReading,
): Promise<FoundColumn> {
  const header = rows[0] ?? [];
  const detected = await detectPhoneColumn(rows, reading);
  const hasHeader = detected.dataStart === 1;
  const at = namedPosition(phoneColumn, widthOf(rows));
  if (typeof phoneColumn === 'string' && (hasHeader || at === undefined)) {
    const choice = await ColumnChoice.of(rows, reading);
    const named = await choice.ofMatches(await headersNamed(header, phoneColumn));
    if (named !== undefined) return foundColumn(rows, named, reading);
    if (!hasHeader) {
      const [madeUp] = await headersNamed(detected.header, phoneColumn);
      if (madeUp !== undefined) return withoutHeader(rows, madeUp);
    }
  }
  if (at === undefined) throw columnNotFound(phoneColumn, header);
  return hasHeader ? foundColumn(rows, at, reading) : withoutHeader(rows, at);
}
