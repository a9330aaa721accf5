import { randomUUID } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import { hashPassword, isSamePassword } from './passwords.js';
import { Refusal } from './refusals.js';

export interface User {
  readonly userId: string;
  readonly email: string;
}

/** The people who have signed up. */
export class Users {
  readonly #statements: ReturnType<typeof prepareStatements>;

  constructor(database: Database) {
    this.#statements = prepareStatements(database);
  }

  /** Rejects with 409 `email_taken`. */
  async signUp(email: string, password: string): Promise<User> {
    return this.add(email, await hashPassword(password));
  }

  /** Adds a user whose password has been hashed. Throws 409 `email_taken`. */
  add(email: string, passwordHash: string): User {
    const user = { userId: randomUUID(), email: email.toLowerCase() };
    const { changes } = this.#statements.add.run({ ...user, passwordHash, now: Date.now() });
    if (changes === 0) throw new Refusal(409, 'email_taken', 'Somebody has signed up with this address.');
    return user;
  }

  /** The user with this email and this password. Rejects with 401 `wrong_credentials`, whichever of them is wrong. */
  async logIn(email: string, password: string): Promise<User> {
    const known = this.#statements.find.get({ email: email.toLowerCase() });
    const isSame = await isSamePassword(password, known?.passwordHash);
    if (known === undefined || !isSame) {
      throw new Refusal(401, 'wrong_credentials', 'The address or the password is wrong.');
    }
    return { userId: known.userId, email: known.email };
  }
}

function prepareStatements(database: Database) {
  return {
    add: database.prepare<{ userId: string; email: string; passwordHash: string; now: number }>(`
      insert into users (user_id, email, password_hash, created_at)
      values (:userId, :email, :passwordHash, :now) on conflict do nothing`),
    find: database.prepare<{ email: string }, User & { passwordHash: string }>(`
      select user_id as userId, email, password_hash as passwordHash from users where email = :email`),
  };
}
