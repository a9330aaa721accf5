import { NOTE_CODES, OUTAGE_REASONS, TASK_STATUSES, VERIFICATION_STATUSES } from '@dialproof/core/model';
import { z } from 'zod';

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
  notes: z.array(z.strictObject({ code: z.enum(NOTE_CODES), hint: z.string() })),
});

/** The answer to `GET /v1/verify/tasks`. */
export const taskPageShape = z.strictObject({
  tasks: z.array(taskShape),
  next_cursor: z.string().nullable(),
});

/** The answer to `GET /v1/credits`. */
export const creditsShape = z.strictObject({ available: count, held: count });

/** The answer to `POST /v1/accounts`. */
export const accountShape = z.strictObject({
  account_id: z.string(),
  email: z.string(),
  created_at: timestamp,
  token: z.string(),
});

/** Every error. */
export const errorShape = z.strictObject({ detail: z.string(), hint: z.string().optional() });

export type WireVerification = z.infer<typeof verificationShape>;
export type WireSubmission = z.infer<typeof submissionShape>;
export type WireTask = z.infer<typeof taskShape>;
export type WireTaskPage = z.infer<typeof taskPageShape>;
export type WireCredits = z.infer<typeof creditsShape>;
export type WireAccount = z.infer<typeof accountShape>;
export type WireError = z.infer<typeof errorShape>;
