import { randomBytes } from 'node:crypto';

/** Standard Webhooks: 24 to 64 bytes. */
const SECRET_BYTES = 32;

/** A new signing secret, as customers give it to a library that verifies. */
export function newSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}
