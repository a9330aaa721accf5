import { Refusal } from './refusals.js';

// What is stricter refuses addresses that exist; whether one does is only known from a mail to it.
const EMAIL = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/;
const MAX_EMAIL_LENGTH = 254;
const PASSWORD_LENGTH = { min: 10, max: 200 };
const CREDITS = { min: 1, max: 1_000_000 };

/** The body of a sign-up or a login. Throws 422 `invalid_email` or `invalid_password`. */
export function readCredentials(body: unknown): { email: string; password: string } {
  const { email, password }: { email?: unknown; password?: unknown } = Object(body);
  if (typeof email !== 'string' || email.length > MAX_EMAIL_LENGTH || !EMAIL.test(email)) {
    throw new Refusal(422, 'invalid_email', 'The field email has to be an address like you@example.com.');
  }
  const { min, max } = PASSWORD_LENGTH;
  if (typeof password !== 'string' || password.length < min || password.length > max) {
    throw new Refusal(422, 'invalid_password', `The field password has to have ${min} to ${max} characters.`);
  }
  return { email, password };
}

/** The body of a top-up. Throws 422 `invalid_credits`. */
export function readCredits(body: unknown): number {
  const { credits }: { credits?: unknown } = Object(body);
  const { min, max } = CREDITS;
  if (typeof credits !== 'number' || !Number.isInteger(credits) || credits < min || credits > max) {
    throw new Refusal(
      422,
      'invalid_credits',
      `The field credits has to be a whole number from ${min} to ${max}.`,
    );
  }
  return credits;
}

/** The `after` of a query: the last entry that the caller has, or none yet. Throws 422 `invalid_after`. */
export function readAfter(after: unknown): number {
  const entryId = Number(after ?? 0);
  if (!Number.isSafeInteger(entryId) || entryId < 0) {
    throw new Refusal(422, 'invalid_after', 'The parameter after has to be the entry_id of an entry.');
  }
  return entryId;
}
