import {
  COLUMN_REASONS,
  CREDIT_ENTRY_KINDS,
  NOTE_CODES,
  OUTAGE_REASONS,
  TASK_STATUSES,
  VERIFICATION_STATUSES,
  WEBHOOK_DISABLED_REASONS,
  WEBHOOK_EVENT_TYPES,
} from '@dialproof/core/model';
import { z } from 'zod';

// Each shape that is exported is a schema of the description, under a name made of its own: see json-schemas.ts.

const timestamp = z.iso.datetime();
const count = z.int().nonnegative();
const status = z.enum(VERIFICATION_STATUSES);
const summary = z.record(status, count);

/** The body of `POST /v1/verify`. Unknown fields are ignored. */
export const verifyBody = z.object({ phone: z.string() });

/** The body of `POST /v1/accounts`. Unknown fields are ignored. */
export const registerBody = z.object({ email: z.string() });

/** The answer to `POST /v1/verify`. */
export const verificationShape = z.strictObject({
  phone: z.string(),
  status,
  checked_at: timestamp,
  // Only where the checker says so.
  source: z.string().optional(),
  reason: z.string().optional(),
});

/** The answer to `POST /v1/verify/batch`, as of the moment of submission. */
export const submissionShape = z.strictObject({
  task_id: z.string(),
  total: count,
  status: z.literal('queued'),
});

const notes = z.array(z.strictObject({ code: z.enum(NOTE_CODES), hint: z.string() }));
const balance = z.strictObject({ available: count, held: count });

/** The answer to `POST /v1/verify/batch/preview`. */
export const previewShape = z.strictObject({
  file_name: z.string(),
  sheet: z.string().nullable(),
  encoding: z.string().nullable(),
  phone_column: z.string(),
  column_reason: z.enum(COLUMN_REASONS),
  // Of the first filled cells of the phone column, 100 at most.
  seen: z.strictObject({ filled: count, numbers: count }),
  columns: z.array(z.strictObject({ index: count, name: z.string(), samples: z.array(z.string()) })),
  column_count: count,
  total: count,
  numbers: count,
  duplicates: count,
  without_number: z.strictObject({
    rows: count,
    empty: count,
    examples: z.array(z.strictObject({ row: count, text: z.string() })),
  }),
  // What a submit would hold, and what it would charge at most.
  credits: z.strictObject({ held: count, charged: count }),
  balance,
  notes,
});

/** The answer to `GET /v1/verify/tasks/{task_id}`. */
export const taskShape = z.strictObject({
  task_id: z.string(),
  status: z.enum(TASK_STATUSES),
  total: count,
  processed: count,
  summary,
  sources: z.record(z.string(), count),
  checks_failed: count,
  created_at: timestamp,
  started_at: timestamp.nullable(),
  finished_at: timestamp.nullable(),
  failure_reason: z.string().nullable(),
  waiting: z
    .strictObject({ reason: z.enum(OUTAGE_REASONS), since: timestamp, next_try_at: timestamp })
    .nullable(),
  credits: z.strictObject({ held: count, charged: count }),
  file_name: z.string(),
  sheet: z.string().nullable(),
  encoding: z.string().nullable(),
  phone_column: z.string(),
  notes,
});

/** The answer to `GET /v1/verify/tasks`. */
export const taskPageShape = z.strictObject({
  tasks: z.array(taskShape),
  next_cursor: z.string().nullable(),
});

/** The answer to `GET /v1/credits`. */
export const creditsShape = balance;

/** The answer to `GET /v1/credits/entries`: the newest first. */
export const statementShape = z.strictObject({
  entries: z.array(
    z.strictObject({
      entry_id: z.string(),
      at: timestamp,
      kind: z.enum(CREDIT_ENTRY_KINDS),
      // Negative where they were charged.
      credits: z.int(),
      task_id: z.string().nullable(),
    }),
  ),
  next_cursor: z.string().nullable(),
});

/** The answer to `POST /v1/accounts`. */
export const accountShape = z.strictObject({
  account_id: z.string(),
  email: z.string(),
  created_at: timestamp,
  token: z.string(),
});

const webhookEvents = z.array(z.enum(WEBHOOK_EVENT_TYPES)).min(1);

/** The body of `POST /v1/webhooks`. Unknown fields are ignored. */
export const createWebhookBody = z.object({ url: z.string(), events: webhookEvents });

/** The body of `POST /v1/webhooks/{webhook_id}/replay`. Unknown fields are ignored. */
export const replayWebhookBody = z.object({
  since: timestamp,
  which: z.enum(['undelivered', 'all']).default('undelivered'),
});

const webhookFields = {
  webhook_id: z.string(),
  url: z.string(),
  events: webhookEvents,
  created_at: timestamp,
  disabled_at: timestamp.nullable(),
  disabled_reason: z.enum(WEBHOOK_DISABLED_REASONS).nullable(),
};

/** One of the answer to `GET /v1/webhooks`. */
export const webhookShape = z.strictObject(webhookFields);

/** The answer to `GET /v1/webhooks`: the oldest first. */
export const webhookListShape = z.strictObject({ webhooks: z.array(webhookShape) });

/** The answer to `POST /v1/webhooks`. The secret is shown this once. */
export const createdWebhookShape = z.strictObject({ ...webhookFields, secret: z.string() });

/** The answer to `POST /v1/webhooks/{webhook_id}/secret`. The secret is shown this once. */
export const webhookSecretShape = z.strictObject({ secret: z.string() });

/** The answer to `POST /v1/webhooks/{webhook_id}/replay`. */
export const webhookReplayShape = z.strictObject({ deliveries: count });

/** Every error. */
export const errorShape = z.strictObject({ detail: z.string(), hint: z.string().optional() });

export type WireVerification = z.infer<typeof verificationShape>;
export type WireSubmission = z.infer<typeof submissionShape>;
export type WireTask = z.infer<typeof taskShape>;
export type WireTaskPage = z.infer<typeof taskPageShape>;
export type WirePreview = z.infer<typeof previewShape>;
export type WireStatement = z.infer<typeof statementShape>;
export type WireCredits = z.infer<typeof creditsShape>;
export type WireAccount = z.infer<typeof accountShape>;
export type WireWebhook = z.infer<typeof webhookShape>;
export type WireWebhookList = z.infer<typeof webhookListShape>;
export type WireCreatedWebhook = z.infer<typeof createdWebhookShape>;
export type WireWebhookSecret = z.infer<typeof webhookSecretShape>;
export type WireWebhookReplay = z.infer<typeof webhookReplayShape>;
export type WireError = z.infer<typeof errorShape>;
