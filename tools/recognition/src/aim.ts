import type { Tally, WritingResult } from './measure.js';

const LEAST_SHARE = 0.99;

/**
 * Whether a writing is read as it should be: no cell as another number, and 99 percent of those that have one honest reading. Where
 * digits are a number of another country as well, only the default country can keep them from being read as that.
 */
export function meetsAim({ writing, cells, alone, withCountry }: WritingResult): boolean {
  const isRead = ({ read }: Tally): boolean => read >= cells * LEAST_SHARE;
  const isNeverMisread = alone.misread.length === 0 && withCountry.misread.length === 0;
  switch (writing.honesty) {
    case 'always':
      return isNeverMisread && isRead(alone) && isRead(withCountry);
    case 'with_country':
      return isNeverMisread && isRead(withCountry);
    case 'never':
      return isNeverMisread;
    case 'open':
      return withCountry.misread.length === 0;
    default:
      return writing.honesty satisfies never;
  }
}
