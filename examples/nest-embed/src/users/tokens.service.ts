import { createHash, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Database } from 'better-sqlite3';
import { HOST_DATABASE } from '../database.module.js';
import type { HostRequest } from './host-request.js';
import type { User, UserRow } from './users.service.js';

export interface IssuedToken {
  /** Shown to the user this once: only its hash is kept. */
  readonly token: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

const LIFETIME_MS = 30 * 24 * 60 * 60 * 1_000;

/** The tokens by which users are recognised, on the host's own routes and on Dialproof's alike. */
@Injectable()
export class TokensService {
  private readonly statements: ReturnType<typeof prepareStatements>;

  constructor(@Inject(HOST_DATABASE) database: Database) {
    this.statements = prepareStatements(database);
  }

  issue({ userId }: User): IssuedToken {
    const token = `host_${randomBytes(32).toString('base64url')}`;
    const now = Date.now();
    const expiresAt = now + LIFETIME_MS;
    this.statements.removeExpired.run({ now });
    this.statements.add.run({ tokenHash: hashToken(token), userId, expiresAt });
    return { token, expiresAt };
  }

  /** Whose token a request has brought, undefined if nobody's. */
  userOf({ headers }: HostRequest): User | undefined {
    const token = /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
    if (token === undefined) return undefined;
    const row = this.statements.find.get({ tokenHash: hashToken(token), now: Date.now() });
    return row && { ...row, suspended: row.suspended === 1 };
  }
}

// A plain hash is enough: 256 random bits cannot be guessed from it, as a password could.
function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

function prepareStatements(database: Database) {
  return {
    add: database.prepare<{ tokenHash: Buffer; userId: string; expiresAt: number }>(`
      insert into tokens (token_hash, user_id, expires_at) values (:tokenHash, :userId, :expiresAt)`),
    find: database.prepare<{ tokenHash: Buffer; now: number }, UserRow>(`
      select users.user_id as userId, email, suspended from tokens join users using (user_id)
      where token_hash = :tokenHash and expires_at > :now`),
    removeExpired: database.prepare<{ now: number }>('delete from tokens where expires_at <= :now'),
  };
}
