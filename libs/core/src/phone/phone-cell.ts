import { annotatedNumbers, type NumberWriting } from './annotated-numbers.js';
import { DIGITS_ALONE, digitsAlone } from './bare-digits.js';
import { canonicalNumber } from './canonical-number.js';
import type { CountryCode } from './country-code.js';
import { type E164, e164 } from './e164.js';
import { foldToAscii } from './fold-to-ascii.js';
import { numberInUri } from './phone-uri.js';
import { plainNumber } from './plain-number.js';
import { withOnePlus } from './plus-sign.js';
import { sameNumber } from './same-number.js';
import { slashedNumber } from './slashed-number.js';
import { spreadsheetDigits } from './spreadsheet-number.js';
import { MAX_LENGTH } from './written-number.js';

/** The shortest numbers of any country have four digits, without the calling code. */
const FEWEST_DIGITS = /(?:\d\D*){4}/;

/** Without any sign more there is nothing to take off. */
const SEPARATORS_ALONE = /^[-\d .()]*$/;

/** Behind one wave dash: `02-123-4567〜8` are two lines and more, `02〜123〜4567` is one. */
const LAST_OF_SEVERAL_LINES = /^[^\u301c]*\u301c\s*\S{1,2}$/;

/** Exports for spreadsheets write `="491701234567"` to have it taken as text; others quote it, or begin with `=` alone. */
const AS_TEXT = /^(?:=?"([^"]*)"|=(\+?\d+)|'(.*)'|'(.*))$/s;

/**
 * The number that a cell of a file holds, undefined when it holds none or it cannot be told which.
 *
 * With + or 00 its shape decides, as in `normalizePhone`: a number that cannot exist is returned too. Without, it is read as
 * beginning with a calling code or, if a `defaultCountry` is given, as dialled within that country, whichever gives a valid
 * number; `chooseReading` says what becomes of digits where both do. Labels and extensions are left out. Several writings of one
 * number are that number; two numbers are none.
 */
export function readPhoneCell(cell: string, defaultCountry?: CountryCode): E164 | undefined {
  if (DIGITS_ALONE.test(cell)) return digitsAlone(cell, defaultCountry);
  const number = e164(cell);
  return number === undefined ? readWritten(cell.trim(), defaultCountry) : canonicalNumber(number);
}

function readWritten(cell: string, defaultCountry: CountryCode | undefined): E164 | undefined {
  if (cell.length > MAX_LENGTH || LAST_OF_SEVERAL_LINES.test(cell)) return undefined;
  const folded = foldToAscii(cell).trim();
  if (!FEWEST_DIGITS.test(folded)) return undefined;
  const plain = plainNumber(folded, defaultCountry);
  if (plain !== undefined || SEPARATORS_ALONE.test(folded)) return plain;
  const text = withOnePlus(unwrap(folded));
  const digits = spreadsheetDigits(text);
  if (digits !== undefined) return digitsAlone(digits, defaultCountry);
  const inUri = numberInUri(text);
  if (inUri !== undefined) return plainNumber(inUri, defaultCountry);
  return sameNumber(annotatedNumbers(text) ?? [], (writing) => readNumber(writing, defaultCountry));
}

function unwrap(text: string): string {
  return (
    AS_TEXT.exec(text)
      ?.slice(1)
      .find((inside) => inside !== undefined)
      ?.trim() ?? text
  );
}

function readNumber(writing: NumberWriting, defaultCountry: CountryCode | undefined): E164 | undefined {
  const [alone = '', ...others] = writing;
  return others.length === 0
    ? plainNumber(withOnePlus(alone), defaultCountry)
    : slashedNumber(writing, defaultCountry);
}
