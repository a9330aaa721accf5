import { randomUUID } from 'node:crypto';
import { ConflictException, Inject, Injectable, UnauthorizedException } from '@nestjs/common';
import type { Database } from 'better-sqlite3';
import { BillingService } from '../billing/billing.service.js';
import { HOST_DATABASE } from '../database.module.js';
import { hashPassword, isSamePassword } from './passwords.js';

export interface User {
  readonly userId: string;
  readonly email: string;
  /** Whether they may verify nothing, until somebody lifts it. */
  readonly suspended: boolean;
}

/** A user as the database has them, which has no booleans. */
export interface UserRow extends Omit<User, 'suspended'> {
  readonly suspended: number;
}

/** What is known of a user's own number. */
export interface OwnPhone {
  readonly phone: string;
  readonly status: string;
}

/** What a new user may spend. Yours would come from what they have paid. */
const FIRST_CREDITS = 100;

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
    return this.add(email, await hashPassword(password), FIRST_CREDITS);
  }

  /** Adds a user whose password has been hashed. Throws 409 for an address that is taken. */
  add(email: string, passwordHash: string, credits: number): User {
    const user = { userId: randomUUID(), email: email.toLowerCase(), suspended: false };
    const addWithWallet = this.database.transaction(() => {
      const { changes } = this.statements.add.run({
        userId: user.userId,
        email: user.email,
        passwordHash,
        now: Date.now(),
      });
      if (changes === 0) throw new ConflictException('Somebody has signed up with this address.');
      this.billing.grant(user.userId, credits);
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
    return { userId: known.userId, email: known.email, suspended: known.suspended === 1 };
  }

  /** Lets a user verify nothing any more, or again. */
  suspend(userId: string, suspended: boolean): void {
    this.statements.suspend.run({ userId, suspended: Number(suspended) });
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
    add: database.prepare<{ userId: string; email: string; passwordHash: string; now: number }>(`
      insert into users (user_id, email, password_hash, created_at)
      values (:userId, :email, :passwordHash, :now) on conflict do nothing`),
    find: database.prepare<{ email: string }, UserRow & { passwordHash: string }>(`
      select user_id as userId, email, suspended, password_hash as passwordHash
      from users where email = :email`),
    suspend: database.prepare<{ userId: string; suspended: number }>(`
      update users set suspended = :suspended where user_id = :userId`),
    keepPhone: database.prepare<{ userId: string } & OwnPhone>(`
      update users set phone = :phone, phone_status = :status where user_id = :userId`),
    ownPhone: database.prepare<{ userId: string }, OwnPhone>(`
      select phone, phone_status as status from users where user_id = :userId and phone is not null`),
  };
}
