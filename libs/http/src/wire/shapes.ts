import {
  COLUMN_REASONS,
  CREDIT_ENTRY_KINDS,
  DELIVERY_FAILURES,
  DELIVERY_STATES,
  NOTE_CODES,
  SCOPES,
  TASK_STATUSES,
  UNREAD_REASONS,
  VERIFICATION_STATUSES,
  WAITING_REASONS,
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
  // Present only if the checker gives it.
  source: z.string().optional(),
  reason: z.string().optional(),
});

/** The answer to `POST /v1/verify/batch`, as of the moment of submission. */
export const submissionShape = z.strictObject({
  task_id: z.string(),
  total: count,
  status: z.literal('queued'),
});

const notes = z.array(z.strictObject({ code: z.enum(NOTE_CODES), hint: z.string(), rows: count.nullable() }));
const unreadReason = z.enum(UNREAD_REASONS);
const balance = z.strictObject({ available: count, held: count });

/** The answer to `POST /v1/verify/batch/preview`. */
export const previewShape = z.strictObject({
  file_name: z.string(),
  sheet: z.string().nullable(),
  encoding: z.string().nullable(),
  phone_column: z.string(),
  phone_column_index: count,
  // The names of a workbook's first visible sheets, never cut, and how many it has; none of a .csv.
  sheets: z.array(z.string()),
  sheet_count: count,
  column_reason: z.enum(COLUMN_REASONS),
  // The column that says the country of each row.
  country_column: z.string().nullable(),
  country_column_index: count.nullable(),
  // Counted over the first filled cells of the phone column, 100 at most.
  seen: z.strictObject({ filled: count, numbers: count }),
  columns: z.array(z.strictObject({ index: count, name: z.string(), samples: z.array(z.string()) })),
  column_count: count,
  // The first rows of data, with a cell for each of `columns`. The number of the phone cell, or the reason why it is none; both null
  // without a column.
  first_rows: z.array(
    z.strictObject({
      row: count,
      cells: z.array(z.string()),
      phone: z.string().nullable(),
      reason: unreadReason.nullable(),
    }),
  ),
  total: count,
  numbers: count,
  duplicates: count,
  without_number: z.strictObject({
    rows: count,
    empty: count,
    examples: z.array(z.strictObject({ row: count, text: z.string(), reason: unreadReason })),
  }),
  // The credits that a submit would hold, and charge at most.
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
    .strictObject({ reason: z.enum(WAITING_REASONS), since: timestamp, next_try_at: timestamp.nullable() })
    .nullable(),
  credits: z.strictObject({ held: count, charged: count }),
  file_name: z.string(),
  sheet: z.string().nullable(),
  encoding: z.string().nullable(),
  phone_column: z.string(),
  phone_column_index: count,
  notes,
});

/** The answer to `GET /v1/verify/tasks`. */
export const taskPageShape = z.strictObject({
  tasks: z.array(taskShape),
  next_cursor: z.string().nullable(),
});

/** The answer to `GET /v1/account`. */
export const accountMarkShape = z.strictObject({ account: z.string() });

/** The answer to `GET /v1/credits`. */
export const creditsShape = balance;

/** The answer to `GET /v1/credits/entries`: the newest first. */
export const statementShape = z.strictObject({
  entries: z.array(
    z.strictObject({
      entry_id: z.string(),
      at: timestamp,
      kind: z.enum(CREDIT_ENTRY_KINDS),
      // Negative for a charge.
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

/** The answer to `GET /v1/webhooks/{webhook_id}/deliveries`: the newest first. */
export const deliveryPageShape = z.strictObject({
  deliveries: z.array(
    z.strictObject({
      event_id: z.string(),
      event: z.enum(WEBHOOK_EVENT_TYPES),
      occurred_at: timestamp,
      state: z.enum(DELIVERY_STATES),
      attempts: count,
      last_attempt: z
        .strictObject({
          at: timestamp,
          // Exactly one of the two is present.
          status: z.int().nullable(),
          failure: z.enum(DELIVERY_FAILURES).nullable(),
        })
        .nullable(),
      next_try_at: timestamp.nullable(),
    }),
  ),
  next_cursor: z.string().nullable(),
});

const scopes = z.array(z.enum(SCOPES)).min(1);

/** The body of `POST /v1/tokens`. Unknown fields are ignored. */
export const createTokenBody = z.object({
  name: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .regex(/^\P{Cc}*$/u)
    .nullable()
    .default(null),
  // Default: those of the token of the request.
  scopes: scopes.optional(),
  expires_at: timestamp.nullable().default(null),
});

const tokenFields = {
  token_id: z.string(),
  name: z.string().nullable(),
  // Null: it allows every operation.
  scopes: z.array(z.enum(SCOPES)).nullable(),
  created_at: timestamp,
  expires_at: timestamp.nullable(),
  last_used_at: timestamp.nullable(),
};

/** One of the answer to `GET /v1/tokens`. */
export const tokenShape = z.strictObject(tokenFields);

/** The answer to `GET /v1/tokens`: the oldest first. */
export const tokenListShape = z.strictObject({ tokens: z.array(tokenShape) });

/** The answer to `POST /v1/tokens`. The token is shown this once. */
export const createdTokenShape = z.strictObject({ ...tokenFields, token: z.string() });

/** Every error. */
export const errorShape = z.strictObject({ detail: z.string(), hint: z.string().optional() });

export type WireVerification = z.infer<typeof verificationShape>;
export type WireSubmission = z.infer<typeof submissionShape>;
export type WireTask = z.infer<typeof taskShape>;
export type WireTaskPage = z.infer<typeof taskPageShape>;
export type WirePreview = z.infer<typeof previewShape>;
export type WireStatement = z.infer<typeof statementShape>;
export type WireCredits = z.infer<typeof creditsShape>;
export type WireAccountMark = z.infer<typeof accountMarkShape>;
export type WireAccount = z.infer<typeof accountShape>;
export type WireWebhook = z.infer<typeof webhookShape>;
export type WireWebhookList = z.infer<typeof webhookListShape>;
export type WireCreatedWebhook = z.infer<typeof createdWebhookShape>;
export type WireWebhookSecret = z.infer<typeof webhookSecretShape>;
export type WireWebhookReplay = z.infer<typeof webhookReplayShape>;
export type WireDeliveryPage = z.infer<typeof deliveryPageShape>;
export type WireToken = z.infer<typeof tokenShape>;
export type WireTokenList = z.infer<typeof tokenListShape>;
export type WireCreatedToken = z.infer<typeof createdTokenShape>;
export type WireError = z.infer<typeof errorShape>;
