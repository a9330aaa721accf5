/** `2 030 123456` behind `Tel.`. Not with an 8, which Belarus dials before the zero. */
const INDEX_AND_NUMBER = /^[. ]*[1-79] +\(?0/;

/** Whether the text behind a label begins with the index of a line, as in `Tel. 2 030 123456`. */
export function beginsWithIndex(text: string): boolean {
  return INDEX_AND_NUMBER.test(text);
}

/**
 * Whether a word in Latin letters touches digits without a space. Then it is part of an id, or its letters stand for digits. Scripts
 * without spaces between words have none before a number either.
 */
export function isGluedToDigits(word: string, before: string, behind: string): boolean {
  return (/\d[-.]?$/.test(before) || /^\d/.test(behind)) && /^[a-z]+$/i.test(word);
}

/** Whether a short label stands before a colon or a dot, in brackets, or before the beginning of a number. */
export function isMarkedOff(before: string, behind: string, next: string): boolean {
  if (/^[.:]/.test(behind) || /^ *[+(0]/.test(behind)) return true;
  return (/^ *$/.test(behind) && /^[:+]/.test(next)) || (/[([]$/.test(before) && /^[)\]]/.test(behind));
}

/** Removes the dot or dash of `Tel. 030 ...`, `Mob-98 ...` and `Mob:-98 ...`. Without a label it would be part of a value. */
export function withoutLabelEnd(text: string): string {
  return text.replace(/^[-. )\]]+/, '');
}
