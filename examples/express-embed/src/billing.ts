import { randomUUID } from 'node:crypto';
import type { Database, Transaction } from 'better-sqlite3';
import { Refusal } from './refusals.js';

export interface Invoice {
  readonly invoiceId: string;
  readonly credits: number;
  readonly cents: number;
  readonly issuedAt: number;
  readonly dueAt: number;
  /** Null until it is paid. */
  readonly paidAt: number | null;
}

export interface Wallet {
  readonly available: number;
  readonly held: number;
}

/** One change of a wallet, by an invoice or by a hold of Dialproof's that was charged. */
export interface Entry {
  readonly entryId: number;
  /** Positive for credits that were bought, negative for those that were spent. */
  readonly credits: number;
  readonly invoiceId: string | null;
  readonly holdId: string | null;
  readonly createdAt: number;
}

const CENTS_PER_CREDIT = 2;
const PAYMENT_TERM_MS = 14 * 24 * 60 * 60 * 1_000;
const ENTRIES_PER_PAGE = 100;

/**
 * Credits are there as soon as they are ordered, and paid by an invoice that is due two weeks later. Who has not paid by then is
 * suspended until the invoice is paid.
 */
export class Billing {
  readonly #statements: ReturnType<typeof prepareStatements>;
  readonly #addInvoice: Transaction<(userId: string, invoice: Invoice) => void>;
  readonly #now: () => number;

  constructor(database: Database, now: () => number = Date.now) {
    this.#now = now;
    const statements = prepareStatements(database);
    this.#statements = statements;
    this.#addInvoice = database.transaction((userId, invoice) => {
      const { invoiceId, credits, issuedAt } = invoice;
      if (statements.addInvoice.run({ userId, ...invoice }).changes === 0) {
        throw new Refusal(
          409,
          'invoice_open',
          'There is an invoice to be paid first: see GET /billing/invoices.',
        );
      }
      statements.addCredits.run({ userId, credits });
      statements.addEntry.run({ userId, credits, invoiceId, createdAt: issuedAt });
    });
  }

  /** Sells credits, a whole number above 0. Throws 409 `invoice_open` while an earlier invoice is unpaid. */
  topUp(userId: string, credits: number): Invoice {
    const issuedAt = this.#now();
    const invoice = {
      invoiceId: randomUUID(),
      credits,
      cents: credits * CENTS_PER_CREDIT,
      issuedAt,
      dueAt: issuedAt + PAYMENT_TERM_MS,
      paidAt: null,
    };
    this.#addInvoice.immediate(userId, invoice);
    return invoice;
  }

  /** The invoices of a user, the latest first. */
  invoices(userId: string): readonly Invoice[] {
    return this.#statements.invoices.all({ userId });
  }

  /** Notes that an invoice was paid; a repeat changes nothing. Throws 404 `invoice_not_found`. */
  pay(userId: string, invoiceId: string): Invoice {
    const paid = this.#statements.pay.get({ userId, invoiceId, paidAt: this.#now() });
    if (paid === undefined) throw new Refusal(404, 'invoice_not_found', 'You have no such invoice.');
    return paid;
  }

  /** Whether an invoice should have been paid by now. */
  isOverdue(userId: string): boolean {
    return this.#statements.overdue.get({ userId, now: this.#now() }) !== undefined;
  }

  wallet(userId: string): Wallet {
    return this.#statements.wallet.get({ userId }) ?? { available: 0, held: 0 };
  }

  /** A page of what changed the wallet, oldest first: the entries whose ids are greater than `after`. */
  statement(userId: string, after: number): readonly Entry[] {
    return this.#statements.statement.all({ userId, after, limit: ENTRIES_PER_PAGE });
  }
}

function prepareStatements(database: Database) {
  const invoiceColumns = `invoice_id as invoiceId, credits, cents, issued_at as issuedAt, due_at as dueAt,
    paid_at as paidAt`;
  return {
    addInvoice: database.prepare<{ userId: string } & Invoice>(`
      insert into invoices (invoice_id, user_id, credits, cents, issued_at, due_at, paid_at)
      values (:invoiceId, :userId, :credits, :cents, :issuedAt, :dueAt, :paidAt) on conflict do nothing`),
    addCredits: database.prepare<{ userId: string; credits: number }>(`
      insert into wallets (user_id, available, held) values (:userId, :credits, 0)
      on conflict (user_id) do update set available = available + excluded.available`),
    addEntry: database.prepare<{ userId: string; credits: number; invoiceId: string; createdAt: number }>(`
      insert into entries (user_id, credits, invoice_id, created_at)
      values (:userId, :credits, :invoiceId, :createdAt)`),
    invoices: database.prepare<{ userId: string }, Invoice>(`
      select ${invoiceColumns} from invoices where user_id = :userId order by issued_at desc`),
    pay: database.prepare<{ userId: string; invoiceId: string; paidAt: number }, Invoice>(`
      update invoices set paid_at = coalesce(paid_at, :paidAt)
      where invoice_id = :invoiceId and user_id = :userId returning ${invoiceColumns}`),
    overdue: database.prepare<{ userId: string; now: number }>(`
      select 1 from invoices where user_id = :userId and paid_at is null and due_at <= :now`),
    wallet: database.prepare<{ userId: string }, Wallet>(`
      select available, held from wallets where user_id = :userId`),
    statement: database.prepare<{ userId: string; after: number; limit: number }, Entry>(`
      select entry_id as entryId, credits, invoice_id as invoiceId, hold_id as holdId, created_at as createdAt
      from entries where user_id = :userId and entry_id > :after order by entry_id limit :limit`),
  };
}
