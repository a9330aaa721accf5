import { isIP } from 'node:net';
import { taskId } from '@dialproof/core';
import type { ContractObserver, ObservedRequest } from '@dialproof/http';
import type { AuditContext, AuditEntry, AuditEntryOf, AuditEvent } from './audit-events.js';

export interface AuditObserverParts {
  /** The address that the rates use. */
  readonly addressOf: (request: unknown) => string | undefined;
  /** The id in the log and in the reply. */
  readonly requestIdOf: (request: unknown) => string | undefined;
  /** Credits of an account that is opened over HTTP. */
  readonly newAccountCredits: number;
  readonly record: (entry: AuditEntry) => void;
}

/** The members of an entry, without its context. */
type Occurrence = { [Event in AuditEvent]: Omit<AuditEntryOf<Event>, keyof AuditContext> }[AuditEvent];

/** Records the actions of callers, from the requests that the contract has answered. */
export function auditObserver(parts: AuditObserverParts): ContractObserver {
  const { newAccountCredits, record } = parts;
  return {
    onRequest(request) {
      const occurrence = occurrenceOf(request, newAccountCredits);
      if (occurrence === undefined) return;
      record({ ...occurrence, ...callerContext(parts, request.raw), account: request.accountId });
    },
  };
}

/** The members of an entry about a request over HTTP. */
export function callerContext(
  { addressOf, requestIdOf }: Pick<AuditObserverParts, 'addressOf' | 'requestIdOf'>,
  request: unknown,
): AuditContext {
  const address = addressOf(request);
  return {
    by: 'caller',
    requestId: requestIdOf(request),
    // Behind proxies, a caller may have written any text there.
    address: address !== undefined && isIP(address) !== 0 ? address : undefined,
  };
}

function occurrenceOf(
  { itemId, method, operation, refusedSignIn, status }: ObservedRequest,
  newAccountCredits: number,
): Occurrence | undefined {
  if (refusedSignIn !== undefined) return { event: 'sign_in.refused', reason: refusedSignIn };
  if (operation === 'register' && status === 201)
    return { event: 'account.created', credits: newAccountCredits };
  // The caller wrote it, but on success it names an existing item. A repeat with an Idempotency-Key makes no webhook.
  if (itemId === undefined) return undefined;
  switch (operation) {
    case 'download':
      // HEAD and 304 send no data.
      return method === 'GET' && status === 200
        ? { event: 'result.downloaded', task: taskId(itemId) }
        : undefined;
    case 'remove':
      return status === 204 ? { event: 'task.deleted', task: taskId(itemId) } : undefined;
    case 'createWebhook':
      return status === 201 ? { event: 'webhook.created', webhook: itemId } : undefined;
    case 'removeWebhook':
      return status === 204 ? { event: 'webhook.deleted', webhook: itemId } : undefined;
    case 'rotateWebhookSecret':
      return status === 200 ? { event: 'webhook.secret_rotated', webhook: itemId } : undefined;
    case 'createToken':
      return status === 201 ? { event: 'token.created', tokenId: itemId } : undefined;
    case 'removeToken':
      return status === 204 ? { event: 'token.revoked', tokenId: itemId } : undefined;
    default:
      return undefined;
  }
}
