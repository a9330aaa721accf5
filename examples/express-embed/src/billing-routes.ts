import { type HoldId, taskOfHold } from '@dialproof/core';
import { Router } from 'express';
import type { Billing, Entry, Invoice } from './billing.js';
import { readAfter, readCredits } from './request-fields.js';
import { signedInUser } from './sign-in.js';

/** Buying credits, paying for them, and what became of them. All of it is for users alone. */
export function billingRoutes(billing: Billing): Router {
  const router = Router();

  router.post('/top-up', (request, response) => {
    const { userId } = signedInUser(request);
    const invoice = billing.topUp(userId, readCredits(request.body));
    response.status(201).json(invoiceOnWire(invoice));
  });

  router.get('/invoices', (request, response) => {
    const { userId } = signedInUser(request);
    response.json({ invoices: billing.invoices(userId).map(invoiceOnWire) });
  });

  // Stands where your payment provider's webhook would be: in earnest, users do not say themselves that they have paid.
  router.post('/invoices/:invoiceId/pay', (request, response) => {
    const { userId } = signedInUser(request);
    response.json(invoiceOnWire(billing.pay(userId, request.params.invoiceId)));
  });

  router.get('/statement', (request, response) => {
    const { userId } = signedInUser(request);
    const entries = billing.statement(userId, readAfter(request.query['after']));
    response.json({ ...billing.wallet(userId), entries: entries.map(entryOnWire) });
  });

  return router;
}

function invoiceOnWire({ invoiceId, credits, cents, issuedAt, dueAt, paidAt }: Invoice) {
  return {
    invoice_id: invoiceId,
    credits,
    amount_cents: cents,
    issued_at: new Date(issuedAt).toISOString(),
    due_at: new Date(dueAt).toISOString(),
    paid_at: paidAt === null ? null : new Date(paidAt).toISOString(),
  };
}

function entryOnWire(entry: Entry) {
  return {
    entry_id: entry.entryId,
    created_at: new Date(entry.createdAt).toISOString(),
    credits: entry.credits,
    ...causeOnWire(entry),
  };
}

/** What an entry is for: an invoice, a file that was verified, named by its task, or a single number. */
function causeOnWire({ invoiceId, holdId }: Entry) {
  if (invoiceId !== null) return { kind: 'invoice', invoice_id: invoiceId };
  // Entries without an invoice have a hold, whose id came from Dialproof as such.
  const taskId = taskOfHold(holdId as HoldId);
  return taskId === undefined ? { kind: 'number' } : { kind: 'file', task_id: taskId };
}
