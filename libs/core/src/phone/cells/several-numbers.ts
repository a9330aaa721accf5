import type { E164 } from '../../model/e164.js';

/** What separates numbers and never stands inside one. A slash does without a space on either side. */
const BETWEEN_NUMBERS = /\s*[;|,\n\r]\s*|\s+\/\s+/;

/** The first of several numbers. Undefined unless every part between separators is a number by itself. */
export function firstOfSeveral(text: string, read: (part: string) => E164 | undefined): E164 | undefined {
  const parts = text.split(BETWEEN_NUMBERS).filter((part) => part.trim() !== '');
  const [first, ...others] = parts;
  if (first === undefined || others.length === 0) return undefined;
  const number = read(first);
  return number !== undefined && others.every((part) => read(part) !== undefined) ? number : undefined;
}
