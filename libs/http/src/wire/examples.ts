import type { OperationName } from './routes.js';
import type {
  WireAccount,
  WireCredits,
  WireSubmission,
  WireTask,
  WireTaskPage,
  WireVerification,
} from './shapes.js';

const TASK_ID = '3f0c8f5e-7a55-4c0f-9d0a-2f3d1f3c9a10';

const task: WireTask = {
  task_id: TASK_ID,
  status: 'done',
  total: 3,
  processed: 3,
  summary: { wa_registered: 1, telegram_registered: 1, dead: 0, inactive: 0, unknown: 1 },
  sources: {},
  checks_failed: 1,
  created_at: '2026-01-02T03:04:05.006Z',
  started_at: '2026-01-02T03:04:05.110Z',
  finished_at: '2026-01-02T03:04:06.480Z',
  failure_reason: null,
  waiting: null,
  credits: { held: 0, charged: 2 },
  file_name: 'customers.csv',
  sheet: null,
  encoding: 'utf-8',
  phone_column: 'Mobile',
  notes: [],
};

const queued: WireTask = {
  ...task,
  status: 'queued',
  processed: 2,
  summary: { ...task.summary, unknown: 0 },
  checks_failed: 0,
  finished_at: null,
  credits: { held: 1, charged: 2 },
};

const cancelled: WireTask = {
  ...task,
  status: 'failed',
  processed: 2,
  summary: { ...task.summary, unknown: 0 },
  checks_failed: 0,
  failure_reason: 'cancelled',
};

const verification: WireVerification = {
  phone: '+41791234567',
  status: 'wa_registered',
  checked_at: '2026-01-02T03:04:05.006Z',
};

const submission: WireSubmission = { task_id: TASK_ID, total: 3, status: 'queued' };

const credits: WireCredits = { available: 97, held: 3 };

const account: WireAccount = {
  account_id: 'b4a0b4de-57f6-4a5f-8a1c-6a5d1b7c2f11',
  email: 'data@example.com',
  created_at: '2026-01-02T03:04:05.006Z',
  token: 'the-token-of-this-account',
};

export const REQUEST_EXAMPLES: { readonly [Name in OperationName]?: unknown } = {
  verify: { phone: '+41 79 123 45 67' },
  register: { email: account.email },
};

/** An answer of each operation that answers JSON. */
export const REPLY_EXAMPLES: { readonly [Name in OperationName]?: unknown } = {
  verify: verification,
  submit: submission,
  list: { tasks: [task], next_cursor: null } satisfies WireTaskPage,
  poll: task,
  cancel: cancelled,
  retry: queued,
  credits,
  register: account,
};
