import type { Tally, WritingResult } from './measure.js';

const LEAST_SHARE = 0.99;

/**
 * Whether a writing meets the aim: no cell is read as another number, and 99 percent of the cells with one honest reading are read. Digits
 * that are also a number of another country are judged with the default country alone.
 */
export function meetsAim({ writing, cells, alone, withCountry }: WritingResult): boolean {
  const isRead = ({ read }: Tally): boolean => read >= cells * LEAST_SHARE;
  const isNeverMisread = alone.misread.length === 0 && withCountry.misread.length === 0;
  switch (writing.readings) {
    case 'one':
      return isNeverMisread && isRead(alone) && isRead(withCountry);
    case 'one, in the country':
      return isNeverMisread && isRead(withCountry);
    case 'none':
      return isNeverMisread;
    case 'two':
      return withCountry.misread.length === 0;
    default:
      return writing.readings satisfies never;
  }
}
