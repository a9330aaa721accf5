import type { OperationName } from './routes.js';
import type {
  WireAccount,
  WireAccountMark,
  WireCreatedToken,
  WireCreatedWebhook,
  WireCredits,
  WireDeliveryPage,
  WirePreview,
  WireStatement,
  WireSubmission,
  WireTask,
  WireTaskPage,
  WireToken,
  WireTokenList,
  WireVerification,
  WireWebhook,
  WireWebhookList,
  WireWebhookReplay,
  WireWebhookSecret,
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
  phone_column_index: 1,
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

const accountMark: WireAccountMark = { account: 'mE0xq5nWc2sVb7Ty' };

const preview: WirePreview = {
  file_name: 'customers.csv',
  sheet: null,
  encoding: 'utf-8',
  phone_column: 'Mobile',
  phone_column_index: 1,
  sheets: [],
  sheet_count: 0,
  column_reason: 'header',
  country_column: null,
  country_column_index: null,
  seen: { filled: 3, numbers: 2 },
  columns: [
    { index: 0, name: 'Customer', samples: ['C-1', 'C-2', 'C-3'] },
    { index: 1, name: 'Mobile', samples: ['+41 79 123 45 67', '+41 79 765 43 21', 'none'] },
  ],
  column_count: 2,
  first_rows: [
    { row: 2, cells: ['C-1', '+41 79 123 45 67'], phone: '+41791234567', reason: null },
    { row: 3, cells: ['C-2', '+41 79 765 43 21'], phone: '+41797654321', reason: null },
    { row: 4, cells: ['C-3', 'none'], phone: null, reason: 'no_digits' },
  ],
  total: 3,
  numbers: 2,
  duplicates: 0,
  without_number: { rows: 1, empty: 0, examples: [{ row: 4, text: 'none', reason: 'no_digits' }] },
  credits: { held: 2, charged: 2 },
  balance: { available: 100, held: 0 },
  notes: [],
};

const statement: WireStatement = {
  entries: [
    { entry_id: '2', at: '2026-01-02T03:04:06.480Z', kind: 'charge', credits: -2, task_id: TASK_ID },
    { entry_id: '1', at: '2026-01-01T00:00:00.000Z', kind: 'grant', credits: 102, task_id: null },
  ],
  next_cursor: null,
};

const webhook: WireWebhook = {
  webhook_id: 'wh_5f0c8f5e7a554c0f9d0a2f3d1f3c9a10',
  url: 'https://example.com/dialproof',
  events: ['task.done', 'task.failed'],
  created_at: '2026-01-02T03:04:05.006Z',
  disabled_at: null,
  disabled_reason: null,
};

const secret: WireWebhookSecret = { secret: 'whsec_the-secret-of-this-webhook' };

const createdWebhook: WireCreatedWebhook = { ...webhook, ...secret };

const webhooks: WireWebhookList = { webhooks: [webhook] };

const deliveries: WireDeliveryPage = {
  deliveries: [
    {
      event_id: '9d0a2f3d1f3c9a105f0c8f5e7a554c0f',
      event: 'task.done',
      occurred_at: '2026-01-02T03:04:06.480Z',
      state: 'waiting',
      attempts: 2,
      last_attempt: { at: '2026-01-02T03:04:12.101Z', status: 503, failure: null },
      next_try_at: '2026-01-02T03:09:10.330Z',
    },
  ],
  next_cursor: null,
};

const replay: WireWebhookReplay = { deliveries: 2 };

const token: WireToken = {
  token_id: 'Jq3Vd0aXz1Y',
  name: 'nightly import',
  scopes: ['read', 'batch'],
  created_at: '2026-01-02T03:04:05.006Z',
  expires_at: '2026-04-02T00:00:00.000Z',
  last_used_at: null,
};

const createdToken: WireCreatedToken = { ...token, token: 'the-token-itself' };

const tokens: WireTokenList = { tokens: [token] };

const account: WireAccount = {
  account_id: 'b4a0b4de-57f6-4a5f-8a1c-6a5d1b7c2f11',
  email: 'data@example.com',
  created_at: '2026-01-02T03:04:05.006Z',
  token: 'the-token-of-this-account',
};

export const REQUEST_EXAMPLES: { readonly [Name in OperationName]?: unknown } = {
  verify: { phone: '+41 79 123 45 67' },
  createWebhook: { url: webhook.url, events: webhook.events },
  replayWebhook: { since: '2026-01-02T00:00:00.000Z', which: 'undelivered' },
  createToken: { name: token.name, scopes: token.scopes, expires_at: token.expires_at },
  register: { email: account.email },
};

/** An answer of each operation that answers JSON. */
export const REPLY_EXAMPLES: { readonly [Name in OperationName]?: unknown } = {
  verify: verification,
  submit: submission,
  preview,
  list: { tasks: [task], next_cursor: null } satisfies WireTaskPage,
  poll: task,
  cancel: cancelled,
  retry: queued,
  showAccount: accountMark,
  credits,
  statement,
  createWebhook: createdWebhook,
  listWebhooks: webhooks,
  replayWebhook: replay,
  rotateWebhookSecret: secret,
  listDeliveries: deliveries,
  createToken: createdToken,
  listTokens: tokens,
  register: account,
};
