// Made by tools/checks/client-api.mjs from the operations of @dialproof/http: change those. A newer server may have more codes and
// values than these.

import type {
  Account,
  AccountMark,
  AddedSuppressions,
  ChangesPage,
  CreatedToken,
  CreatedWebhook,
  CreditEntryPage,
  Credits,
  DeliveryPage,
  ListRuns,
  NumberErasure,
  PhoneList,
  PhoneLists,
  Preview,
  RemovedSuppression,
  Submission,
  SuppressedFile,
  SuppressionPage,
  Task,
  TaskPage,
  TaskRowPage,
  TokenList,
  Verification,
  WebhookList,
  WebhookReplay,
  WebhookSecret,
} from './api.js';

/** The operations of the API. `{id}` of a path is an item's. */
export const OPERATIONS = {
  verify: { method: 'POST', path: '/v1/verify', takesKey: true },
  submit: { method: 'POST', path: '/v1/verify/batch', takesKey: true },
  preview: { method: 'POST', path: '/v1/verify/batch/preview', isReadOnly: true },
  list: { method: 'GET', path: '/v1/verify/tasks' },
  poll: { method: 'GET', path: '/v1/verify/tasks/{task_id}' },
  rows: { method: 'GET', path: '/v1/verify/tasks/{task_id}/rows' },
  changes: { method: 'GET', path: '/v1/verify/tasks/{task_id}/changes' },
  remove: { method: 'DELETE', path: '/v1/verify/tasks/{task_id}', goneCode: 'task_not_found' },
  cancel: { method: 'POST', path: '/v1/verify/tasks/{task_id}/cancel', takesKey: true },
  retry: { method: 'POST', path: '/v1/verify/tasks/{task_id}/retry', takesKey: true },
  events: { method: 'GET', path: '/v1/verify/tasks/{task_id}/events' },
  download: { method: 'GET', path: '/v1/verify/tasks/{task_id}/download' },
  createList: { method: 'POST', path: '/v1/lists', takesKey: true },
  listLists: { method: 'GET', path: '/v1/lists' },
  showList: { method: 'GET', path: '/v1/lists/{list_id}' },
  changeList: { method: 'PATCH', path: '/v1/lists/{list_id}' },
  removeList: { method: 'DELETE', path: '/v1/lists/{list_id}', goneCode: 'list_not_found' },
  listRuns: { method: 'GET', path: '/v1/lists/{list_id}/runs' },
  runList: { method: 'POST', path: '/v1/lists/{list_id}/runs', takesKey: true },
  listChanges: { method: 'GET', path: '/v1/lists/{list_id}/changes' },
  listSuppressions: { method: 'GET', path: '/v1/suppressions' },
  addSuppressions: { method: 'POST', path: '/v1/suppressions', takesKey: true },
  suppressFile: { method: 'POST', path: '/v1/suppressions/file', takesKey: true },
  removeSuppression: { method: 'POST', path: '/v1/suppressions/remove', takesKey: true },
  eraseNumber: { method: 'POST', path: '/v1/numbers/erase' },
  showAccount: { method: 'GET', path: '/v1/account' },
  credits: { method: 'GET', path: '/v1/credits' },
  creditEntries: { method: 'GET', path: '/v1/credits/entries' },
  createWebhook: { method: 'POST', path: '/v1/webhooks', takesKey: true },
  listWebhooks: { method: 'GET', path: '/v1/webhooks' },
  removeWebhook: { method: 'DELETE', path: '/v1/webhooks/{webhook_id}', goneCode: 'webhook_not_found' },
  replayWebhook: { method: 'POST', path: '/v1/webhooks/{webhook_id}/replay', takesKey: true },
  rotateWebhookSecret: { method: 'POST', path: '/v1/webhooks/{webhook_id}/secret', takesKey: true },
  listDeliveries: { method: 'GET', path: '/v1/webhooks/{webhook_id}/deliveries' },
  createToken: { method: 'POST', path: '/v1/tokens' },
  listTokens: { method: 'GET', path: '/v1/tokens' },
  removeToken: { method: 'DELETE', path: '/v1/tokens/{token_id}', goneCode: 'token_not_found' },
  register: { method: 'POST', path: '/v1/accounts', isOpen: true },
  describe: { method: 'GET', path: '/v1/openapi.json', isOpen: true },
} as const;

/** The JSON that each of them answers. */
export interface Replies {
  readonly verify: Verification;
  readonly submit: Submission;
  readonly preview: Preview;
  readonly list: TaskPage;
  readonly poll: Task;
  readonly rows: TaskRowPage;
  readonly changes: ChangesPage;
  readonly remove: undefined;
  readonly cancel: Task;
  readonly retry: Task;
  readonly events: unknown;
  readonly download: unknown;
  readonly createList: PhoneList;
  readonly listLists: PhoneLists;
  readonly showList: PhoneList;
  readonly changeList: PhoneList;
  readonly removeList: undefined;
  readonly listRuns: ListRuns;
  readonly runList: Submission;
  readonly listChanges: ChangesPage;
  readonly listSuppressions: SuppressionPage;
  readonly addSuppressions: AddedSuppressions;
  readonly suppressFile: SuppressedFile;
  readonly removeSuppression: RemovedSuppression;
  readonly eraseNumber: NumberErasure;
  readonly showAccount: AccountMark;
  readonly credits: Credits;
  readonly creditEntries: CreditEntryPage;
  readonly createWebhook: CreatedWebhook;
  readonly listWebhooks: WebhookList;
  readonly removeWebhook: undefined;
  readonly replayWebhook: WebhookReplay;
  readonly rotateWebhookSecret: WebhookSecret;
  readonly listDeliveries: DeliveryPage;
  readonly createToken: CreatedToken;
  readonly listTokens: TokenList;
  readonly removeToken: undefined;
  readonly register: Account;
  readonly describe: unknown;
}
