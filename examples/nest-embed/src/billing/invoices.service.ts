import { randomUUID } from 'node:crypto';
import { ConflictException, Inject, Injectable, NotFoundException } from '@nestjs/common';
import type { Database } from 'better-sqlite3';
import { HOST_DATABASE } from '../database.module.js';
import { SETTINGS, type Settings } from '../settings.module.js';

export interface Invoice {
  readonly invoiceId: string;
  readonly credits: number;
  readonly cents: number;
  readonly issuedAt: number;
  readonly dueAt: number;
  /** Null until it is paid. */
  readonly paidAt: number | null;
}

/** One thing that was verified, a number or a file. */
export interface Charge {
  readonly chargeId: number;
  readonly credits: number;
  /** Dialproof's name for what was charged. */
  readonly holdId: string;
  /** Null until an invoice has taken it. */
  readonly invoiceId: string | null;
  readonly chargedAt: number;
}

const CENTS_PER_CREDIT = 2;
const PAYMENT_TERM_MS = 14 * 24 * 60 * 60 * 1_000;
const CHARGES_PER_PAGE = 100;

/** What users have verified, the invoices for it, and whether they have been paid in time. */
@Injectable()
export class InvoicesService {
  private readonly statements: ReturnType<typeof prepareStatements>;
  private readonly now: () => number;

  constructor(
    @Inject(HOST_DATABASE) private readonly database: Database,
    @Inject(SETTINGS) { now = Date.now }: Settings,
  ) {
    this.statements = prepareStatements(database);
    this.now = now;
  }

  /** A page of what was charged, oldest first: the charges whose ids are greater than `after`. */
  charges(userId: string, after: number): readonly Charge[] {
    return this.statements.charges.all({ userId, after, limit: CHARGES_PER_PAGE });
  }

  /** Makes an invoice of every charge that is on none yet. Throws 409 when there are none. */
  issue(userId: string): Invoice {
    const issuedAt = this.now();
    const issue = this.database.transaction(() => {
      const credits = this.statements.uninvoiced.get({ userId }) ?? 0;
      if (credits === 0) throw new ConflictException('Nothing has been verified since the last invoice.');
      const invoice = {
        invoiceId: randomUUID(),
        credits,
        cents: credits * CENTS_PER_CREDIT,
        issuedAt,
        dueAt: issuedAt + PAYMENT_TERM_MS,
        paidAt: null,
      };
      this.statements.add.run({ userId, ...invoice });
      this.statements.takeCharges.run({ userId, invoiceId: invoice.invoiceId });
      return invoice;
    });
    return issue.immediate();
  }

  /** The invoices of a user, the latest first. */
  list(userId: string): readonly Invoice[] {
    return this.statements.list.all({ userId });
  }

  /** Notes that an invoice was paid, which lets its user spend as much again; a repeat changes nothing. Throws 404. */
  pay(userId: string, invoiceId: string): Invoice {
    const pay = this.database.transaction(() => {
      const paid = this.statements.pay.get({ userId, invoiceId, now: this.now() });
      if (paid !== undefined) this.statements.restore.run({ userId, credits: paid.credits });
      return paid ?? this.statements.find.get({ userId, invoiceId });
    });
    const invoice = pay.immediate();
    if (invoice === undefined) throw new NotFoundException('You have no such invoice.');
    return invoice;
  }

  /** Whether an invoice should have been paid by now. */
  isOverdue(userId: string): boolean {
    return this.statements.overdue.get({ userId, now: this.now() }) !== undefined;
  }
}

function prepareStatements(database: Database) {
  const columns = `invoice_id as invoiceId, credits, cents, issued_at as issuedAt, due_at as dueAt,
    paid_at as paidAt`;
  return {
    charges: database.prepare<{ userId: string; after: number; limit: number }, Charge>(`
      select charge_id as chargeId, credits, hold_id as holdId, invoice_id as invoiceId, charged_at as chargedAt
      from charges where user_id = :userId and charge_id > :after order by charge_id limit :limit`),
    uninvoiced: database
      .prepare<{ userId: string }, number | null>(`
        select sum(credits) from charges where user_id = :userId and invoice_id is null`)
      .pluck(),
    add: database.prepare<{ userId: string } & Invoice>(`
      insert into invoices (invoice_id, user_id, credits, cents, issued_at, due_at, paid_at)
      values (:invoiceId, :userId, :credits, :cents, :issuedAt, :dueAt, :paidAt)`),
    takeCharges: database.prepare<{ userId: string; invoiceId: string }>(`
      update charges set invoice_id = :invoiceId where user_id = :userId and invoice_id is null`),
    list: database.prepare<{ userId: string }, Invoice>(`
      select ${columns} from invoices where user_id = :userId order by issued_at desc`),
    find: database.prepare<{ userId: string; invoiceId: string }, Invoice>(`
      select ${columns} from invoices where user_id = :userId and invoice_id = :invoiceId`),
    pay: database.prepare<{ userId: string; invoiceId: string; now: number }, Invoice>(`
      update invoices set paid_at = :now
      where user_id = :userId and invoice_id = :invoiceId and paid_at is null returning ${columns}`),
    restore: database.prepare<{ userId: string; credits: number }>(`
      update wallets set used = used - :credits where user_id = :userId`),
    overdue: database.prepare<{ userId: string; now: number }>(`
      select 1 from invoices where user_id = :userId and paid_at is null and due_at <= :now`),
  };
}
