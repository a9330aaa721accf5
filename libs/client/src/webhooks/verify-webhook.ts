/** What a webhook tells of. */
export type WebhookEvent =
  | TaskEvent<'task.done'>
  | TaskEvent<'task.failed'>
  | {
      readonly type: 'credits.low';
      readonly timestamp: string;
      readonly data: { readonly available: number; readonly threshold: number };
    };

interface TaskEvent<Type extends string> {
  readonly type: Type;
  /** When it happened: ISO 8601, in UTC. */
  readonly timestamp: string;
  readonly data: { readonly task_id: string };
}

/** A webhook's message whose signature is right. */
export interface VerifiedWebhook {
  /** The same however often the event is told: remember it, and do nothing the second time. */
  readonly id: string;
  readonly event: WebhookEvent;
}

/** The headers of a request: those of the Fetch standard, or an object as node:http has it. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyWebhookRequest {
  /** `whsec_...`; two of them while the secret is being rotated. */
  readonly secret: string | readonly string[];
  readonly headers: WebhookHeaders;
  /** The body as it came, before anything has parsed it. */
  readonly body: string | Uint8Array<ArrayBuffer>;
  /** How old, or how far ahead of this machine's clock, a message may be, in milliseconds. Default 300,000. */
  readonly toleranceMs?: number;
  /** Milliseconds since 1970. Default the machine's. */
  readonly now?: number;
}

/** Verifies a message by Standard Webhooks 1.0. Code: `webhook_not_verified`. */
export declare function verifyWebhook(request: VerifyWebhookRequest): Promise<VerifiedWebhook>;
