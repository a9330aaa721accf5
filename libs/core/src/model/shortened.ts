/** Text of at most so many characters: a longer one is cut and ends with `…`. */
export function shortened(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  // Half of a surrogate pair is no character.
  return `${text.slice(0, maxChars - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
