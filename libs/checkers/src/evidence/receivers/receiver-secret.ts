import { createHash, timingSafeEqual } from 'node:crypto';
import type { Secret } from '../../upstream/secret.js';

/** The form of a secret, with its words for an error. */
export interface SecretForm {
  readonly name: string;
  readonly pattern: RegExp;
  readonly expected: string;
}

/** Throws TypeError for a value that is neither a function nor a secret of that form. The message contains no part of it. */
export function requireSecret(secret: Secret, form: SecretForm): void {
  if (typeof secret !== 'function') assertForm(secret, form);
}

/** The secret as of now. Rejects for a malformed one: with an empty one, anybody could sign. */
export async function readSecret(secret: Secret, form: SecretForm): Promise<string> {
  const text: unknown = typeof secret === 'function' ? await secret() : secret;
  assertForm(text, form);
  return text;
}

/** Whether two texts are equal, in a time that does not depend on where they differ. */
export function sameText(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function assertForm(secret: unknown, { name, pattern, expected }: SecretForm): asserts secret is string {
  if (typeof secret === 'string' && pattern.test(secret)) return;
  throw new TypeError(`option ${name} is malformed, expected ${expected}, or a function that gives it`);
}
