import { cellEnd } from './csv-cells.js';

/**
 * What a cell begins with that a spreadsheet takes for a formula, the list of OWASP: also the full-width forms, which East Asian
 * versions read alike, and the white space that may stand before.
 */
const FORMULA_START = '[=+\\-@\\t\\r\\n\\uff1d\\uff0b\\uff0d\\uff20]';

const AT_FORMULA = new RegExp(FORMULA_START, 'y');

/** What looks like the beginning of such a cell may stand within quotes as well: that only a walk through the cells can tell. */
const MAY_HAVE_FORMULA = new RegExp(`(?:^|,)"?${FORMULA_START}`);

/** In a line without quotes every comma begins a cell. */
const BEFORE_FORMULA = new RegExp(`(?<=^|,)(?=${FORMULA_START})`, 'g');

/**
 * A line that `csvText` wrote, without its end, with an apostrophe before the text of every cell that a spreadsheet would take for a
 * formula. Most lines show at a glance that they have none, and those without quotes need no walk.
 */
export function neutralizedLine(line: string): string {
  if (!MAY_HAVE_FORMULA.test(line)) return line;
  if (!line.includes('"')) return line.replace(BEFORE_FORMULA, "'");
  let text = '';
  let copied = 0;
  for (let start = 0; start <= line.length; start = cellEnd(line, start) + 1) {
    // An apostrophe needs no quotes, and a cell in quotes keeps them.
    AT_FORMULA.lastIndex = line[start] === '"' ? start + 1 : start;
    const { lastIndex } = AT_FORMULA;
    if (!AT_FORMULA.test(line)) continue;
    text += `${line.slice(copied, lastIndex)}'`;
    copied = lastIndex;
  }
  return text + line.slice(copied);
}
