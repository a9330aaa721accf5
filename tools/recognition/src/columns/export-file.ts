import type { CountryCode, NoteCode } from '@dialproof/core';

/** A file as a program exports it, and the column that a person would take from it. */
export interface ExportFile {
  readonly name: string;
  readonly rows: readonly (readonly string[])[];
  readonly defaultCountry: CountryCode | undefined;
  /** The header of that column. Undefined if no column holds phones. */
  readonly person: string | undefined;
  /** What the reader has to tell about the file. */
  readonly notes: readonly NoteCode[];
}

export interface ExportOptions {
  readonly header: string;
  /** The cells of the columns that are filled, from the first row down; all others are empty. */
  readonly cells: Readonly<Record<string, readonly string[]>>;
  readonly person?: string;
  readonly country?: CountryCode;
  readonly notes?: readonly NoteCode[];
}

/**
 * The header with `|` between its columns, and rows below it. The numbers are made up: of the ranges that are kept for fiction where
 * the reader knows these as valid, else like the examples of libphonenumber.
 */
export function exportFile(
  name: string,
  { header, cells, person, country, notes = [] }: ExportOptions,
): ExportFile {
  const columns = header.split('|');
  const unknown = Object.keys(cells).filter((column) => !columns.includes(column));
  if (unknown.length > 0) throw new Error(`${name} has no column ${unknown.join(', ')}`);
  const length = Math.max(...Object.values(cells).map((column) => column.length));
  const rows = Array.from({ length }, (_, row) => columns.map((column) => cells[column]?.[row] ?? ''));
  return { name, rows: [columns, ...rows], defaultCountry: country, person, notes };
}
