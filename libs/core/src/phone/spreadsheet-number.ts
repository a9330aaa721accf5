/** `1.4155552671E+10` and, where the decimal sign is a comma, `1,4155552671E+10`. */
const EXPONENT_FORM = /^([1-9])[.,](\d{6,14})e\+?(\d{1,2})$/i;
const FLOAT = /^([1-9]\d{6,14})[.,]0{1,2}$/;
/** Between thousands; dots and spaces stand in phone numbers anyway. Round millions are a price. */
const GROUPED = /^[1-9]\d{0,2}([,'])\d{3}(?:\1\d{3}){1,3}(?<!(?:[,']000){2})(?:\.0{1,2})?$/;

/**
 * The digits of a whole number as spreadsheets and programs write one; undefined for any other text. In exponent form all of its
 * digits have to be there: of `1.41556E+10` some are lost, and a form that ends in fewer digits than it has places may be rounded.
 */
export function spreadsheetDigits(text: string): string | undefined {
  const float = FLOAT.exec(text)?.[1];
  if (float !== undefined) return float;
  if (GROUPED.test(text)) return text.replace(/\.0+$/, '').replace(/\D/g, '');
  const [, first, others, exponent] = EXPONENT_FORM.exec(text) ?? [];
  if (first === undefined || others === undefined || others.length !== Number(exponent)) return undefined;
  return first + others;
}
