import pg, { type CustomTypesConfig } from 'pg';

/** The ids of PostgreSQL's types for whole numbers of eight bytes, and for sums of them. The driver returns them as text. */
const WHOLE_NUMBERS: readonly number[] = [pg.types.builtins.INT8, pg.types.builtins.NUMERIC];

/**
 * How the driver reads columns. Every number of the schema is whole and below 2^53. Any other is an error, rather than a rounded number.
 * It is passed with each query, since the driver's global setting would change the queries of the host too.
 */
export const columnTypes: CustomTypesConfig = {
  getTypeParser(type, format) {
    if (format === 'binary' || !WHOLE_NUMBERS.includes(type)) return pg.types.getTypeParser(type, format);
    return wholeNumber;
  },
};

function wholeNumber(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError('the database has a number above 2^53');
  return number;
}
