import type { AccountRegistry, AccountTokens, Clock, VerificationService } from '@dialproof/core';
import type { OpenStreams } from '../../events/open-streams.js';
import type { HttpReply } from '../../message/http-message.js';
import type { AccountSlots } from '../../rates/account-slots.js';
import type { KeptUploads } from '../../uploads/kept-uploads.js';
import type { ContractWebhooks } from '../webhooks/contract-webhooks.js';

/** What the operations of one contract work with. */
export interface OperationParts {
  readonly service: VerificationService;
  /** Undefined if nobody may register. */
  readonly accounts: AccountRegistry | undefined;
  readonly tokens: AccountTokens | null;
  readonly webhooks: ContractWebhooks | null;
  readonly clock: Clock;
  readonly maxJsonBytes: number;
  readonly maxFormBytes: number;
  readonly keptUploads: KeptUploads;
  /** The interval of heartbeats in a stream, and at which the caller's access is confirmed during a transfer. */
  readonly heartbeatMs: number;
  readonly stallTimeoutMs: number;
  readonly streams: OpenStreams;
  /** A download has a slot until its last piece is taken. */
  readonly downloads: AccountSlots;
  readonly compressDownloads: boolean;
  /** The reply with the description of the contract, as OpenAPI. */
  description(): HttpReply;
}
