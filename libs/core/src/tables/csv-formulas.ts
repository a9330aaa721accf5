/**
 * The characters that make a spreadsheet take a cell for a formula, as listed by OWASP. Their full-width and small forms are among them,
 * since East Asian versions read them alike.
 */
const START = '=+\\-@\\uff1d\\uff0b\\uff0d\\uff20\\ufe66\\ufe62\\ufe63\\ufe6b';

/** What a program skips in front of a formula: white space, the no-break one among it, control characters and invisible ones. */
const SKIPPED =
  '\\s\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2064\\ufeff';

/**
 * A place where a program sees the start of a formula. Programs split a .csv at semicolons, tabs or bars too: Excel by the country of its user, others
 * by a choice or a guess. Such a program finds its cells inside of ours. Then it takes our quotes for text or for quotes of its own, and a line
 * break within a cell for the end of a row. So a formula may stand behind each of these characters. A cell also counts that begins with
 * a tab or a line break, which programs drop.
 *
 * The look-ahead comes first, since few characters pass it. What a look-behind skips is no start itself, so the time stays linear.
 */
const FORMULA = new RegExp(
  `(?=[${START}\\t\\r\\n])(?:(?=[${START}])(?<=(?:^|,)"?[${SKIPPED}]*|[;|\\t\\r\\n][${SKIPPED}"]*)|(?=\\s)(?<=(?:^|,)"?))`,
  'g',
);

/** Puts an apostrophe before each text that a spreadsheet would take for a formula. The line is one of a result, without its end. */
export function neutralizedLine(line: string): string {
  // An apostrophe needs no quotes, and a cell in quotes keeps them.
  return line.replace(FORMULA, "'");
}
