/** As many digits as the shortest phone numbers have at least, with any signs between them. */
const NUMBER = /[+＋]?\p{Nd}(?:[^\p{Nd}\p{L}]*\p{Nd}){6,}/gu;

/**
 * A caller's text as a hint may quote it: what may be a phone number is left out, since hints reach logs, of the operator and of
 * whoever calls. Dates and other long digits go with them.
 */
export function withoutNumbers(text: string): string {
  return text.replace(NUMBER, '…');
}
