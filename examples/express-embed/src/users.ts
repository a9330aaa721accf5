import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import type { RequestHandler } from 'express';

export interface User {
  readonly userId: string;
  readonly email: string;
  /** Whether they may verify nothing, until the suspension is lifted. */
  readonly suspended: boolean;
}

declare module 'express-serve-static-core' {
  interface Request {
    /** The signed-in user, if there is one. */
    user?: User;
  }
}

/** The people who have signed up. Your application has them already. */
export class Users {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Adds a user and returns a token, of which only the hash is kept; undefined if the address is taken. */
  signUp(email: string): { readonly userId: string; readonly token: string } | undefined {
    const userId = randomUUID();
    const token = `host_${randomBytes(32).toString('base64url')}`;
    const { changes } = this.#database
      .prepare('insert into users (user_id, email, token_hash) values (?, ?, ?) on conflict do nothing')
      .run(userId, email.toLowerCase(), hashToken(token));
    return changes === 0 ? undefined : { userId, token };
  }

  /** The user of a token, undefined if it is unknown. */
  find(token: string): User | undefined {
    const row = this.#database
      .prepare<[Buffer], Omit<User, 'suspended'> & { suspended: number }>(
        'select user_id as userId, email, suspended from users where token_hash = ?',
      )
      .get(hashToken(token));
    return row && { ...row, suspended: row.suspended === 1 };
  }

  /** Lets a user verify nothing any more, or again. */
  suspend(userId: string, suspended: boolean): void {
    this.#database.prepare('update users set suspended = ? where user_id = ?').run(Number(suspended), userId);
  }
}

/**
 * Puts the user on the request, and refuses no request: some routes are for everyone, and on Dialproof's routes the 401 has to be
 * Dialproof's, in the form that its clients know.
 */
export function recogniseUser(users: Users): RequestHandler {
  return (request, _response, next) => {
    const token = /^bearer +(\S+)$/i.exec(request.get('authorization') ?? '')?.[1];
    const user = token === undefined ? undefined : users.find(token);
    if (user !== undefined) request.user = user;
    next();
  };
}

// A plain hash is enough: 256 random bits cannot be guessed from it, as a password could.
function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
