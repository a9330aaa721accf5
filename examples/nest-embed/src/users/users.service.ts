import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { accountId } from '@dialproof/core';
import { SqlCreditLedger } from '@dialproof/sql';
import { ConflictException, Inject, Injectable } from '@nestjs/common';
import type { Database } from 'better-sqlite3';
import { HOST_DATABASE } from '../database.module.js';

export interface User {
  readonly userId: string;
  readonly email: string;
  /** Whether they may verify nothing, until the suspension is lifted. */
  readonly suspended: boolean;
  /** Their own number and its status, null until it has been verified. */
  readonly phone: string | null;
  readonly phoneStatus: string | null;
}

/** A request as the host's guard leaves it. */
export interface HostRequest extends IncomingMessage {
  user?: User | undefined;
}

/** The credits of a new user. Yours would come from payments. */
const FIRST_CREDITS = 100;

/** The people who have signed up. Your application has them already. */
@Injectable()
export class UsersService {
  constructor(
    @Inject(HOST_DATABASE) private readonly database: Database,
    private readonly ledger: SqlCreditLedger,
  ) {}

  /** Adds a user with some credits, and returns a token, of which only the hash is kept. Rejects with 409 for a known address. */
  async signUp(email: string, credits = FIRST_CREDITS): Promise<{ userId: string; token: string }> {
    const userId = randomUUID();
    const token = `host_${randomBytes(32).toString('base64url')}`;
    const address = email.toLowerCase();
    if (this.database.prepare('select 1 from users where email = ?').get(address) !== undefined)
      throw emailTaken();
    // Before the user exists: a kill in between leaves credits without a user, but no user without credits.
    await this.ledger.grant(accountId(userId), credits, 'welcome');
    const { changes } = this.database
      .prepare('insert into users (user_id, email, token_hash) values (?, ?, ?) on conflict do nothing')
      .run(userId, address, hashToken(token));
    if (changes === 0) throw emailTaken();
    return { userId, token };
  }

  /** The user of a request's token, undefined if it is unknown. */
  userOf({ headers }: HostRequest): User | undefined {
    const token = /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
    const row = this.database
      .prepare<[Buffer], Omit<User, 'suspended'> & { suspended: number }>(
        `select user_id as userId, email, suspended, phone, phone_status as phoneStatus
        from users where token_hash = ?`,
      )
      .get(hashToken(token));
    return row && { ...row, suspended: row.suspended === 1 };
  }

  /** Lets a user verify nothing any more, or again. */
  suspend(userId: string, suspended: boolean): void {
    this.database.prepare('update users set suspended = ? where user_id = ?').run(Number(suspended), userId);
  }

  keepPhone(userId: string, phone: string, status: string): void {
    this.database
      .prepare('update users set phone = ?, phone_status = ? where user_id = ?')
      .run(phone, status, userId);
  }
}

function emailTaken(): ConflictException {
  return new ConflictException('Somebody has signed up with this address.');
}

// A plain hash is enough: 256 random bits cannot be guessed from it, as a password could.
function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
