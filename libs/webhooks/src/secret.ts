import type { Entropy } from '@dialproof/core';

/** Standard Webhooks: 24 to 64 bytes. */
const SECRET_BYTES = 32;

/** A new signing secret, as customers give it to a library that verifies. */
export function newSecret(entropy: Pick<Entropy, 'bytes'>): string {
  return `whsec_${entropy.bytes(SECRET_BYTES).toString('base64')}`;
}
