import type { E164 } from './e164.js';

/**
 * The number that each of these writings is read as; undefined when two differ or one is none. What follows the first such one is
 * not read: a hostile cell has a hundred writings.
 */
export function sameNumber<Writing>(
  writings: readonly Writing[],
  read: (writing: Writing) => E164 | undefined,
): E164 | undefined {
  const [first, ...others] = writings;
  const number = first === undefined ? undefined : read(first);
  return number !== undefined && others.every((other) => read(other) === number) ? number : undefined;
}
