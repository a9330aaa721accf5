import type { AccountId } from '@dialproof/core';
import { type Query, sql } from './query.js';

/** The value of a parameter with a JSON array in it. */
type Parameter<Name extends string> = Query<Record<Name, string>, never>;

/**
 * Whether a column has one of the texts of a JSON array: a list of any length is one parameter. On a server, the look-up of a list whose
 * length it does not know uses the column's index.
 */
export function isOneOf<Name extends string>(column: string, name: Name): Parameter<Name> {
  const begin = {
    sqlite: `${column} in (select value from json_each(`,
    postgres: `${column} = any(array(select json_array_elements_text(`,
  };
  const end = { sqlite: '))', postgres: '::json)))' };
  return sql<Record<Name, string>>`${begin}${name}${end}`;
}

/** The objects of a JSON array as the rows of a table `given`. Bytes have no form in JSON, and are there as {@link hexOf} writes them. */
export function jsonRows<Name extends string>(
  name: Name,
  columns: Readonly<Record<string, 'text' | 'whole' | 'bytes'>>,
): Parameter<Name> {
  const read = (how: (column: string, type: string) => string) =>
    Object.entries(columns)
      .map(([column, type]) => how(column, type))
      .join(', ');
  const begin = {
    sqlite: `select ${read((column, type) =>
      type === 'bytes' ? `unhex(value ->> '${column}') as ${column}` : `value ->> '${column}' as ${column}`,
    )} from json_each(`,
    postgres: `select ${read((column, type) =>
      type === 'bytes' ? `decode(${column}, 'hex') as ${column}` : column,
    )} from json_to_recordset(`,
  };
  const types = read((column, type) => `${column} ${type === 'whole' ? 'bigint' : 'text'}`);
  const end = { sqlite: ')', postgres: `::json) as object(${types})` };
  return sql<Record<Name, string>>`(${begin}${name}${end}) as given`;
}

export function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
}

/**
 * An account id from the database. It was checked when it was stored, by the rules of that version. With another check, one row of an
 * older version could stop every claim.
 */
export function storedAccountId(text: string): AccountId {
  // The database keeps no brand.
  return text as AccountId;
}
