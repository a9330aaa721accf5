import { Turn } from '../async/turn.js';
import type { TaskNote } from '../model/file-reading.js';
import type { ColumnReading } from '../phone/cells/cell-reading.js';
import { type CellReading, writtenPhone } from '../phone/cells/phone-cell.js';
import type { Row } from '../tables/table-block.js';

export interface FoundColumn extends ColumnReading {
  /** Position in the file, from 0. */
  readonly index: number;
  /** The name of the column in the result. */
  readonly name: string;
  /** The header of the result without the status column. It may be shorter than the widest row of the file. */
  readonly header: readonly string[];
  /** The index of the first row of data: 1 behind a header, 0 without one. */
  readonly dataStart: 0 | 1;
  /** Whether its cells are read. If not, no column shows phones, and every row is unknown. */
  readonly holdsPhones: boolean;
  /** Decisions that the caller may want to change. */
  readonly notes: readonly TaskNote[];
}

const PLAIN_PHONES = {
  holdsPhones: true,
  callingCode: undefined,
  holdsIds: false,
  isLocal: false,
  isNational: false,
  nationalOf: [],
  isHome: false,
  usualLocalDigits: 0,
  holdsRuns: false,
  localLengths: undefined,
  zeroAreas: undefined,
  dottedDigits: undefined,
  notes: [],
} as const;

/** The reading of a column's cells: the caller's settings, and the evidence of its first cells. */
export function readingOf(found: FoundColumn, reading: CellReading): CellReading {
  return { ...reading, ...found };
}

/** The column at this position. The first row is its header, unless it has a phone there. */
export function foundColumn(rows: readonly Row[], index: number, reading: CellReading): FoundColumn {
  return beginsWithPhone(rows, index, reading) ? withoutHeader(rows, index) : withHeader(rows, index);
}

function withHeader(rows: readonly Row[], index: number): FoundColumn {
  const header = rows[0] ?? [];
  return { index, name: header[index] ?? '', header, dataStart: 1, ...PLAIN_PHONES };
}

/** The column of a file without a header. All columns get made-up names. */
export function withoutHeader(rows: readonly Row[], index: number): FoundColumn {
  const name = (column: number): string => (column === index ? 'phone' : `column_${column + 1}`);
  const header = Array.from({ length: widthOf(rows) }, (_, column) => name(column));
  return { index, name: 'phone', header, dataStart: 0, ...PLAIN_PHONES };
}

/** Whether the first row has a phone in this column, so that it is data. */
function beginsWithPhone(rows: readonly Row[], index: number, reading: CellReading): boolean {
  return writtenPhone(rows[0]?.[index] ?? '', reading) !== undefined;
}

/** The columns in which the first row has a phone, so that it is data there. */
export async function dataColumns(rows: readonly Row[], reading: CellReading): Promise<ReadonlySet<number>> {
  const turn = new Turn();
  const columns = new Set<number>();
  for (const index of (rows[0] ?? []).keys()) {
    if (turn.isLong) await turn.next();
    if (beginsWithPhone(rows, index, reading)) columns.add(index);
  }
  return columns;
}

export function widthOf(rows: readonly Row[]): number {
  return rows.reduce((width, row) => Math.max(width, row.length), 0);
}
