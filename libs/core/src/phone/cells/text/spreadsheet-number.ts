/** `1.4155552671E+10`, or `1,4155552671E+10` with a decimal comma. */
const EXPONENT_FORM = /^([1-9])[.,](\d{6,14})e\+?(\d{1,2})$/i;
/** The exponent form with any number of digits. */
const EXPONENT = /^[1-9](?:[.,]\d{1,14})?e\+?\d{1,2}$/i;
const FLOAT = /^([1-9]\d{6,14})[.,]0{1,2}$/;
/** Digits with commas or apostrophes between thousands. Round millions are a price. Phone numbers may have dots and spaces anyway. */
const GROUPED = /^[1-9]\d{0,2}([,'])\d{3}(?:\1\d{3}){1,3}(?<!(?:[,']000){2})(?:\.0{1,2})?$/;

/**
 * The digits of a whole number as spreadsheets and programs write it. Undefined for any other text. The exponent form must have all
 * digits: `1.41556E+10` has lost some, and fewer digits than places may be rounded.
 */
export function spreadsheetDigits(text: string): string | undefined {
  const float = FLOAT.exec(text)?.[1];
  if (float !== undefined) return float;
  if (GROUPED.test(text)) return text.replace(/\.0+$/, '').replace(/\D/g, '');
  const [, first, others, exponent] = EXPONENT_FORM.exec(text) ?? [];
  if (first === undefined || others === undefined || others.length !== Number(exponent)) return undefined;
  return first + others;
}

/** Whether a text that {@link spreadsheetDigits} refuses is a number that a spreadsheet has rounded: `1.41556E+10`. */
export function hasLostDigits(text: string): boolean {
  return EXPONENT.test(text);
}
