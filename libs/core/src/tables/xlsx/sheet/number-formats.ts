/** The meaning of a number in a cell: a number, a day, a time of day, both, or a duration. */
export type NumberKind = 'number' | 'date' | 'time' | 'date_time' | 'duration';

/** The built-in formats, which a file does not define (ECMA-376 part 1, 18.8.30). */
export function builtInKind(formatId: number): NumberKind {
  if (formatId >= 14 && formatId <= 17) return 'date';
  if (formatId >= 18 && formatId <= 21) return 'time';
  if (formatId === 22) return 'date_time';
  // Days and times of day in East Asian calendars.
  if ((formatId >= 27 && formatId <= 31) || formatId === 36 || (formatId >= 50 && formatId <= 58))
    return 'date';
  if (formatId >= 32 && formatId <= 35) return 'time';
  if (formatId === 45 || formatId === 47) return 'time';
  return formatId === 46 ? 'duration' : 'number';
}

/** Quoted text, an escaped character, a fill or a space as wide as a character: none of them is a placeholder. */
const LITERALS = /"[^"]*"|\\.|[_*]./gs;
const ELAPSED = /\[(?:h+|m+|s+)\]/i;
const BRACKETS = /\[[^[\]]*\]/g;

/** The kind of a format code such as `dd/mm/yyyy hh:mm`. */
export function formatKind(code: string): NumberKind {
  const [positive = ''] = code.replace(LITERALS, '').split(';');
  if (ELAPSED.test(positive)) return 'duration';
  const placeholders = positive
    .replace(BRACKETS, '')
    .replace(/AM\/PM|A\/P/gi, 'h')
    .toLowerCase();
  if (/general|[#?]|e[+-]/.test(placeholders)) return 'number';
  const hasTime = /[hs]/.test(placeholders);
  // An `m` is a month unless hours or seconds stand beside it.
  const hasDate = /[yd]/.test(placeholders) || (!hasTime && placeholders.includes('m'));
  if (hasDate) return hasTime ? 'date_time' : 'date';
  return hasTime ? 'time' : 'number';
}
