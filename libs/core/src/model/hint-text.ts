/** At least as many digits as the shortest phone numbers have, with any signs between them. */
const NUMBER = /[+＋]?\p{Nd}(?:[^\p{Nd}\p{L}]*\p{Nd}){6,}/gu;

/**
 * A caller's text as a hint may quote it, without anything that may be a phone number: hints reach the logs of the operator and of the
 * caller. Dates and other long runs of digits are left out too.
 */
export function withoutNumbers(text: string): string {
  return text.replace(NUMBER, '…');
}

/** A count and what is counted, as a sentence has them: `1 task`, `2 tasks`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Text of at most so many characters: a longer one is cut and ends with `…`. */
export function shortened(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  // Half of a surrogate pair is no character.
  return `${text.slice(0, maxChars - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
