import type { Row } from '@dialproof/core';

/**
 * Whether a result, without its last column, belongs to a file of these rows. The first row behind the skipped ones is the header, or data
 * below a made-up header. Except for skipped rows, all are filled up to the widest one.
 */
export function isResultOf<Cell>(
  { result, skipped }: { readonly result: readonly Row[]; readonly skipped: number },
  rows: readonly (readonly (Cell | undefined)[])[],
  isSame: (text: string, cell: Cell | undefined) => boolean,
): boolean {
  const isSameRow = (row: Row, index: number): boolean =>
    row.every((text, column) => isSame(text, rows[index]?.[column]));
  const above = result.slice(0, skipped);
  return (
    above.every((row, index) => row.length >= (rows[index]?.length ?? 0) && isSameRow(row, index)) &&
    isTableOf(result.slice(skipped), rows.slice(skipped), isSame)
  );
}

function isTableOf<Cell>(
  result: readonly Row[],
  rows: readonly (readonly (Cell | undefined)[])[],
  isSame: (text: string, cell: Cell | undefined) => boolean,
): boolean {
  const width = Math.max(...rows.map((row) => row.length));
  const header = result[0] ?? [];
  const isMadeUp = result.length === rows.length + 1;
  if (header.length !== width || (isMadeUp && !isMadeUpHeader(header))) return false;
  const data = isMadeUp ? result.slice(1) : result;
  return (
    data.length === rows.length &&
    data.every((row, index) => row.every((text, column) => isSame(text, rows[index]?.[column])))
  );
}

function isMadeUpHeader(header: Row): boolean {
  const phones = header.filter((text) => text === 'phone').length;
  return phones === 1 && header.every((text, column) => text === 'phone' || text === `column_${column + 1}`);
}
