import { CsvCellScanner } from './csv-cell-scanner.js';

/**
 * The characters at the start of a cell that make a spreadsheet take it for a formula, as listed by OWASP. The full-width forms are
 * among them, since East Asian versions read them alike, and so is the white space that may stand before.
 */
const FORMULA_START = '[=+\\-@\\t\\r\\n\\uff1d\\uff0b\\uff0d\\uff20]';

const AT_FORMULA = new RegExp(FORMULA_START, 'y');

/** May also match inside a cell in quotes: only the scanner tells. */
const MAY_HAVE_FORMULA = new RegExp(`(?:^|,)"?${FORMULA_START}`);

/** In a line without quotes every comma begins a cell. */
const BEFORE_FORMULA = new RegExp(`(?<=^|,)(?=${FORMULA_START})`, 'g');

/**
 * Puts an apostrophe before the text of every cell that a spreadsheet would take for a formula. The line is one of a result, without its
 * end. Most lines have no such cell, which one pattern shows; lines without quotes need no scanner.
 */
export function neutralizedLine(line: string): string {
  if (!MAY_HAVE_FORMULA.test(line)) return line;
  if (!line.includes('"')) return line.replace(BEFORE_FORMULA, "'");
  let text = '';
  let copied = 0;
  const cells = new CsvCellScanner(line);
  while (cells.nextCell()) {
    // An apostrophe needs no quotes, and a cell in quotes keeps them.
    const textStart = cells.isQuoted ? cells.start + 1 : cells.start;
    AT_FORMULA.lastIndex = textStart;
    if (!AT_FORMULA.test(line)) continue;
    text += `${line.slice(copied, textStart)}'`;
    copied = textStart;
  }
  return text + line.slice(copied);
}
