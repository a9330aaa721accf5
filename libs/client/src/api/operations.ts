// Made by tools/checks/client-api.mjs from the operations of @dialproof/http: change those. A newer server may have more codes and
// values than these.

import type * as Api from './api.js';

/** An operation of the API, with the JSON that it answers. */
export interface ApiOperation<Reply = unknown> {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below the mount. The segment in braces is the id of an item. */
  readonly path: string;
  /** Whether anyone may ask, so that no token is sent. */
  readonly isOpen?: boolean;
  /** A POST that changes something: it has a key, the caller's own or a new one. */
  readonly takesKey?: boolean;
  /** A POST that changes nothing and may be repeated. */
  readonly isReadOnly?: boolean;
  /** The refusal of a repeated delete if the first one was done and its reply lost. */
  readonly goneCode?: string;
  /** For the compiler alone. */
  readonly reply?: Reply;
}

function operation<Reply>(
  method: ApiOperation['method'],
  path: string,
  facts: Omit<ApiOperation<Reply>, 'method' | 'path'> = {},
): ApiOperation<Reply> {
  return { method, path, ...facts };
}

export const OPERATIONS = {
  verify: operation<Api.Verification>('POST', '/v1/verify', { takesKey: true }),
  submit: operation<Api.Submission>('POST', '/v1/verify/batch', { takesKey: true }),
  preview: operation<Api.Preview>('POST', '/v1/verify/batch/preview', { isReadOnly: true }),
  list: operation<Api.TaskPage>('GET', '/v1/verify/tasks'),
  poll: operation<Api.Task>('GET', '/v1/verify/tasks/{task_id}'),
  rows: operation<Api.TaskRowPage>('GET', '/v1/verify/tasks/{task_id}/rows'),
  changes: operation<Api.ChangesPage>('GET', '/v1/verify/tasks/{task_id}/changes'),
  remove: operation<undefined>('DELETE', '/v1/verify/tasks/{task_id}', { goneCode: 'task_not_found' }),
  cancel: operation<Api.Task>('POST', '/v1/verify/tasks/{task_id}/cancel', { takesKey: true }),
  retry: operation<Api.Task>('POST', '/v1/verify/tasks/{task_id}/retry', { takesKey: true }),
  events: operation<unknown>('GET', '/v1/verify/tasks/{task_id}/events'),
  download: operation<unknown>('GET', '/v1/verify/tasks/{task_id}/download'),
  createList: operation<Api.PhoneList>('POST', '/v1/lists', { takesKey: true }),
  listLists: operation<Api.PhoneLists>('GET', '/v1/lists'),
  showList: operation<Api.PhoneList>('GET', '/v1/lists/{list_id}'),
  changeList: operation<Api.PhoneList>('PATCH', '/v1/lists/{list_id}'),
  removeList: operation<undefined>('DELETE', '/v1/lists/{list_id}', { goneCode: 'list_not_found' }),
  listRuns: operation<Api.ListRuns>('GET', '/v1/lists/{list_id}/runs'),
  runList: operation<Api.Submission>('POST', '/v1/lists/{list_id}/runs', { takesKey: true }),
  listChanges: operation<Api.ChangesPage>('GET', '/v1/lists/{list_id}/changes'),
  listSuppressions: operation<Api.SuppressionPage>('GET', '/v1/suppressions'),
  addSuppressions: operation<Api.AddedSuppressions>('POST', '/v1/suppressions', { takesKey: true }),
  suppressFile: operation<Api.SuppressedFile>('POST', '/v1/suppressions/file', { takesKey: true }),
  removeSuppression: operation<Api.RemovedSuppression>('POST', '/v1/suppressions/remove', { takesKey: true }),
  eraseNumber: operation<Api.NumberErasure>('POST', '/v1/numbers/erase'),
  showAccount: operation<Api.AccountMark>('GET', '/v1/account'),
  credits: operation<Api.Credits>('GET', '/v1/credits'),
  creditEntries: operation<Api.CreditEntryPage>('GET', '/v1/credits/entries'),
  createWebhook: operation<Api.CreatedWebhook>('POST', '/v1/webhooks', { takesKey: true }),
  listWebhooks: operation<Api.WebhookList>('GET', '/v1/webhooks'),
  removeWebhook: operation<undefined>('DELETE', '/v1/webhooks/{webhook_id}', {
    goneCode: 'webhook_not_found',
  }),
  replayWebhook: operation<Api.WebhookReplay>('POST', '/v1/webhooks/{webhook_id}/replay', { takesKey: true }),
  rotateWebhookSecret: operation<Api.WebhookSecret>('POST', '/v1/webhooks/{webhook_id}/secret', {
    takesKey: true,
  }),
  listDeliveries: operation<Api.DeliveryPage>('GET', '/v1/webhooks/{webhook_id}/deliveries'),
  createToken: operation<Api.CreatedToken>('POST', '/v1/tokens'),
  listTokens: operation<Api.TokenList>('GET', '/v1/tokens'),
  removeToken: operation<undefined>('DELETE', '/v1/tokens/{token_id}', { goneCode: 'token_not_found' }),
  register: operation<Api.Account>('POST', '/v1/accounts', { isOpen: true }),
  describe: operation<unknown>('GET', '/v1/openapi.json', { isOpen: true }),
} as const;

/** The JSON that each of them answers. */
export type Replies = {
  readonly [Name in keyof typeof OPERATIONS]: (typeof OPERATIONS)[Name] extends ApiOperation<infer Reply>
    ? Reply
    : never;
};
