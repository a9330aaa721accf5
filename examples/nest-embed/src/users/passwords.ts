import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';

// One of the settings that OWASP's password storage cheat sheet lists for scrypt: 32 MiB and some 150 ms.
const COST: ScryptOptions = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 1024 * 1024 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** What is kept of a password: a random salt and the hash that it gives. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return `${salt.toString('base64url')}.${(await derive(password, salt)).toString('base64url')}`;
}

/** With nothing kept it takes the same time, so that a wrong email looks like a wrong password. */
export async function isSamePassword(password: string, kept: string | undefined): Promise<boolean> {
  const [salt = '', hash = ''] = kept?.split('.') ?? [];
  const given = await derive(password, Buffer.from(salt, 'base64url'));
  const expected = Buffer.from(hash, 'base64url');
  return expected.length === HASH_BYTES && timingSafeEqual(given, expected);
}

function derive(password: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password, salt, HASH_BYTES, COST, (error, hash) =>
      error === null ? resolve(hash) : reject(error),
    );
  });
}
