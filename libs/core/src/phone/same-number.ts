import type { E164 } from './e164.js';

/** The number that all of these are; undefined when they differ or one of them is none. */
export function sameNumber(numbers: readonly (E164 | undefined)[]): E164 | undefined {
  const [first, ...others] = numbers;
  return others.every((other) => other === first) ? first : undefined;
}
