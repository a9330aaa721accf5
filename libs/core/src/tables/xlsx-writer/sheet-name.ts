/** The sheet of a result whose file had none, or one with a name that Excel refuses. */
const DEFAULT_NAME = 'result';

/** Excel's limit, in UTF-16 units. */
const MAX_CHARS = 31;

/** What Excel refuses in the name of a sheet, and what XML cannot hold. */
const REFUSED = /[[\]:*?/\\\p{Cc}\p{Cs}\ufffe\uffff]/gu;

/**
 * The name of a sheet as Excel opens it: most names stay as they are. Characters that it refuses become `_`, the name is cut to its 31
 * characters, and apostrophes at its ends are left out. `History` is Excel's own, in any case of letters.
 */
export function sheetName(name: string | null): string {
  if (name === null) return DEFAULT_NAME;
  const cut = name.replace(REFUSED, '_').slice(0, MAX_CHARS);
  // Half of a surrogate pair is no character.
  const whole = cut.replace(/[\ud800-\udbff]$/, '').replace(/^'+|'+$/g, '');
  return whole.trim() === '' || whole.toLowerCase() === 'history' ? DEFAULT_NAME : whole;
}
