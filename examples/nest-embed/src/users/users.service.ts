import { randomUUID } from 'node:crypto';
import { ConflictException, Inject, Injectable, UnauthorizedException } from '@nestjs/common';
import type { Database } from 'better-sqlite3';
import { BillingService } from '../billing/billing.service.js';
import { HOST_DATABASE } from '../database.module.js';
import { hashPassword, isSamePassword } from './passwords.js';

export interface User {
  readonly userId: string;
  readonly email: string;
}

/** What is known of a user's own number. */
export interface OwnPhone {
  readonly phone: string;
  readonly status: string;
  /** Milliseconds since 1970. */
  readonly checkedAt: number;
}

/** What a new user may spend before the first invoice is paid. */
const CREDIT_LIMIT = 100;

/** The people who have signed up. */
@Injectable()
export class UsersService {
  private readonly statements: ReturnType<typeof prepareStatements>;

  constructor(
    @Inject(HOST_DATABASE) private readonly database: Database,
    private readonly billing: BillingService,
  ) {
    this.statements = prepareStatements(database);
  }

  /** Adds a user with something to spend. Rejects with 409 for an address that is taken. */
  async signUp(email: string, password: string): Promise<User> {
    return this.add(email, await hashPassword(password), CREDIT_LIMIT);
  }

  /** Adds a user whose password has been hashed. Throws 409 for an address that is taken. */
  add(email: string, passwordHash: string, creditLimit: number): User {
    const user = { userId: randomUUID(), email: email.toLowerCase() };
    const addWithWallet = this.database.transaction(() => {
      const { changes } = this.statements.add.run({ ...user, passwordHash, now: Date.now() });
      if (changes === 0) throw new ConflictException('Somebody has signed up with this address.');
      this.billing.raiseLimit(user.userId, creditLimit);
    });
    addWithWallet.immediate();
    return user;
  }

  /** The user with this email and this password. Rejects with the same 401 whichever of them is wrong. */
  async logIn(email: string, password: string): Promise<User> {
    const known = this.statements.find.get({ email: email.toLowerCase() });
    const isSame = await isSamePassword(password, known?.passwordHash);
    if (known === undefined || !isSame) {
      throw new UnauthorizedException('The address or the password is wrong.');
    }
    return { userId: known.userId, email: known.email };
  }

  keepPhone(userId: string, ownPhone: OwnPhone): void {
    this.statements.keepPhone.run({ userId, ...ownPhone });
  }

  /** The user's own number, undefined until one has been verified. */
  ownPhone(userId: string): OwnPhone | undefined {
    return this.statements.ownPhone.get({ userId });
  }
}

function prepareStatements(database: Database) {
  return {
    add: database.prepare<User & { passwordHash: string; now: number }>(`
      insert into users (user_id, email, password_hash, created_at)
      values (:userId, :email, :passwordHash, :now) on conflict do nothing`),
    find: database.prepare<{ email: string }, User & { passwordHash: string }>(`
      select user_id as userId, email, password_hash as passwordHash from users where email = :email`),
    keepPhone: database.prepare<{ userId: string } & OwnPhone>(`
      update users set phone = :phone, phone_status = :status, phone_checked_at = :checkedAt
      where user_id = :userId`),
    ownPhone: database.prepare<{ userId: string }, OwnPhone>(`
      select phone, phone_status as status, phone_checked_at as checkedAt
      from users where user_id = :userId and phone is not null`),
  };
}
