/** At least as many digits as the shortest phone numbers have, with any signs between them. */
const NUMBER = /[+＋]?\p{Nd}(?:[^\p{Nd}\p{L}]*\p{Nd}){6,}/gu;

/**
 * A caller's text as a hint may quote it, without anything that may be a phone number: hints reach the logs of the operator and of the
 * caller. Dates and other long runs of digits are left out too.
 */
export function withoutNumbers(text: string): string {
  return text.replace(NUMBER, '…');
}
