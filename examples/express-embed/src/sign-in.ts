import { createHash, randomBytes } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import type { Request, RequestHandler } from 'express';
import { Refusal } from './refusals.js';
import type { User } from './users.js';

declare module 'express-serve-static-core' {
  interface Request {
    /** Who has signed in, if anybody. */
    user?: User;
  }
}

export interface IssuedToken {
  /** Shown to the user this once: only its hash is kept. */
  readonly token: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

const LIFETIME_MS = 30 * 24 * 60 * 60 * 1_000;

/** The tokens by which the users of the host are recognised, at its own routes and at Dialproof's alike. */
export class Tokens {
  readonly #statements: ReturnType<typeof prepareStatements>;

  constructor(database: Database) {
    this.#statements = prepareStatements(database);
  }

  issue({ userId }: User): IssuedToken {
    const token = `host_${randomBytes(32).toString('base64url')}`;
    const now = Date.now();
    const expiresAt = now + LIFETIME_MS;
    this.#statements.removeExpired.run({ now });
    this.#statements.add.run({ tokenHash: hashToken(token), userId, expiresAt });
    return { token, expiresAt };
  }

  /** Whose token it is, undefined if nobody's. */
  find(token: string): User | undefined {
    return this.#statements.find.get({ tokenHash: hashToken(token), now: Date.now() });
  }

  /** Makes it nobody's token. Safe twice. */
  revoke(token: string): void {
    this.#statements.remove.run({ tokenHash: hashToken(token) });
  }
}

/**
 * Puts the user on the request, and refuses nobody: some routes are for everyone, and at Dialproof's the 401 is Dialproof's to
 * give, in the form that its clients know.
 */
export function recogniseUser(tokens: Tokens): RequestHandler {
  return (request, _response, next) => {
    const token = bearerToken(request);
    const user = token === undefined ? undefined : tokens.find(token);
    if (user !== undefined) request.user = user;
    next();
  };
}

/** The user of a route that is for users alone. Throws 401 `sign_in_first`. */
export function signedInUser({ user }: Request): User {
  if (user === undefined) throw new Refusal(401, 'sign_in_first', 'Send Authorization: Bearer <token>.');
  return user;
}

export function bearerToken(request: Request): string | undefined {
  return /^bearer +(\S+)$/i.exec(request.get('authorization') ?? '')?.[1];
}

// A plain hash is enough: 256 random bits cannot be guessed from it, as a password could.
function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

function prepareStatements(database: Database) {
  return {
    add: database.prepare<{ tokenHash: Buffer; userId: string; expiresAt: number }>(`
      insert into tokens (token_hash, user_id, expires_at) values (:tokenHash, :userId, :expiresAt)`),
    find: database.prepare<{ tokenHash: Buffer; now: number }, User>(`
      select users.user_id as userId, email from tokens join users using (user_id)
      where token_hash = :tokenHash and expires_at > :now`),
    removeExpired: database.prepare<{ now: number }>('delete from tokens where expires_at <= :now'),
    remove: database.prepare<{ tokenHash: Buffer }>('delete from tokens where token_hash = :tokenHash'),
  };
}
