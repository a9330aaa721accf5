/**
 * The characters that make a spreadsheet take a cell for a formula, as listed by OWASP. Their full-width and small forms are included,
 * since East Asian versions treat them alike.
 */
const SIGNS = '=+-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b';

/** Separators of programs that do not split at commas: Excel chooses by the user's country, others ask or guess. */
const SEPARATORS = ';|';

/** White space at which such programs split cells or rows. At the beginning of a cell they drop it, and the rest may be a formula. */
const BREAKS = '\t\r\n';

/** Characters that a program may skip in front of a formula: white space with the no-break space, control and invisible characters. */
const SKIPPED: readonly (readonly [from: number, to: number])[] = [
  [0x00, 0x20],
  [0x7f, 0xa0],
  [0xad, 0xad],
  [0x1680, 0x1680],
  [0x2000, 0x200f],
  [0x2028, 0x202f],
  [0x205f, 0x2064],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
];

const [SIGN, SEPARATOR, BREAK, SKIP, COMMA, QUOTE] = [1, 2, 3, 4, 5, 6];

/** The meaning of each UTF-16 unit; 0 for all other characters. */
const MEANING_OF = new Uint8Array(0x10000);
for (const [from, to] of SKIPPED) MEANING_OF.fill(SKIP, from, to + 1);
for (const [chars, meaning] of [
  [SIGNS, SIGN],
  [SEPARATORS, SEPARATOR],
  [BREAKS, BREAK],
  [',', COMMA],
  ['"', QUOTE],
] as const) {
  for (const char of chars) MEANING_OF[char.charCodeAt(0)] = meaning;
}

/** Where a program may see a cell begin: nowhere; at our own cell; behind its quote or skipped characters; or behind another separator. */
const [NOWHERE, AT_CELL, IN_CELL, BEHIND_SEPARATOR] = [0, 1, 2, 3];

/** Puts an apostrophe before each text that a spreadsheet would take for a formula. The line is one of a result, without its end. */
export function neutralizedLine(line: string): string {
  // An apostrophe needs no quotes, and a cell in quotes keeps them.
  let text = '';
  let copied = 0;
  for (const at of formulasIn(line)) {
    text += `${line.slice(copied, at)}'`;
    copied = at;
  }
  return text + line.slice(copied);
}

/** Puts apostrophes into the text of one cell, as {@link neutralizedLine} does. The caller encodes the result. */
export function neutralizedCell(text: string): string {
  // Within quotes, commas and quotes of the text are those of a cell.
  const line = `"${text.replaceAll('"', '""')}"`;
  return neutralizedLine(line).slice(1, -1).replaceAll('""', '"');
}

/**
 * The offsets in the line at which formulas may begin.
 *
 * A program with other separators finds cells inside of ours. It may read our quotes as text or as its own, and a line break within a cell
 * as the end of a row. A comma within quotes begins no cell, since every program that splits at commas respects our quotes. A regular
 * expression with a look-behind takes many times as long as this single pass.
 */
function formulasIn(line: string): readonly number[] {
  const found: number[] = [];
  let state = AT_CELL;
  let isQuoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const meaning = MEANING_OF[line.charCodeAt(at)];
    if (meaning === 0) {
      state = NOWHERE;
    } else if (meaning === SIGN) {
      if (state !== NOWHERE) found.push(at);
      state = NOWHERE;
    } else if (meaning === COMMA) {
      state = isQuoted ? NOWHERE : AT_CELL;
    } else if (meaning === QUOTE) {
      // Our own cell begins after one quote, a cell of another program after any number of them.
      const isOpening = state === AT_CELL && !isQuoted;
      isQuoted = !isQuoted;
      if (!isOpening && state !== BEHIND_SEPARATOR) state = NOWHERE;
    } else if (meaning === SEPARATOR) {
      state = BEHIND_SEPARATOR;
    } else if (meaning === BREAK) {
      if (state === AT_CELL) found.push(at);
      state = BEHIND_SEPARATOR;
    } else if (state === AT_CELL) state = IN_CELL;
  }
  return found;
}
