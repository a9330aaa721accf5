import * as model from '@dialproof/core/model';
import type * as wire from '@dialproof/http/wire';
import { ERROR_STATUS } from '@dialproof/http/wire';
import { describe, expect, expectTypeOf, it } from 'vitest';
import type { Account, AccountMark } from './account.js';
import { CREDIT_ENTRY_KINDS, type Credits, type StatementPage } from './credits.js';
import { ERROR_CODES } from './error-codes.js';
import { COLUMN_REASONS, type Preview, SEVERAL_NUMBERS, type Submission, UNREAD_REASONS } from './file.js';
import { RESULT_COLUMNS, RESULT_FORMATS } from './result.js';
import {
  NOTE_CODES,
  OUTAGE_REASONS,
  TASK_STATUSES,
  type Task,
  type TaskPage,
  WAITING_REASONS,
} from './task.js';
import { type CreatedToken, SCOPES, type Token, type TokenList } from './token.js';
import { VERIFICATION_STATUSES, type Verification } from './verification.js';
import {
  type CreatedWebhook,
  DELIVERY_FAILURES,
  DELIVERY_STATES,
  type DeliveryPage,
  WEBHOOK_DISABLED_REASONS,
  WEBHOOK_EVENT_TYPES,
  type Webhook,
  type WebhookList,
  type WebhookReplay,
  type WebhookSecret,
} from './webhook.js';

/** A deeply readonly shape; the types of the API are not readonly. */
type Fixed<Shape> = Shape extends readonly (infer Item)[]
  ? readonly Fixed<Item>[]
  : Shape extends object
    ? { readonly [Key in keyof Shape]: Fixed<Shape[Key]> }
    : Shape;

describe('the shapes of the client', () => {
  // The compiler judges these.
  it('are those of the API', () => {
    expectTypeOf<Fixed<Verification>>().toEqualTypeOf<Fixed<wire.WireVerification>>();
    expectTypeOf<Fixed<Submission>>().toEqualTypeOf<Fixed<wire.WireSubmission>>();
    expectTypeOf<Fixed<Preview>>().toEqualTypeOf<Fixed<wire.WirePreview>>();
    expectTypeOf<Fixed<Task>>().toEqualTypeOf<Fixed<wire.WireTask>>();
    expectTypeOf<Fixed<TaskPage>>().toEqualTypeOf<Fixed<wire.WireTaskPage>>();
    expectTypeOf<Fixed<Credits>>().toEqualTypeOf<Fixed<wire.WireCredits>>();
    expectTypeOf<Fixed<StatementPage>>().toEqualTypeOf<Fixed<wire.WireStatement>>();
    expectTypeOf<Fixed<AccountMark>>().toEqualTypeOf<Fixed<wire.WireAccountMark>>();
    expectTypeOf<Fixed<Account>>().toEqualTypeOf<Fixed<wire.WireAccount>>();
    expectTypeOf<Fixed<Webhook>>().toEqualTypeOf<Fixed<wire.WireWebhook>>();
    expectTypeOf<Fixed<WebhookList>>().toEqualTypeOf<Fixed<wire.WireWebhookList>>();
    expectTypeOf<Fixed<DeliveryPage>>().toEqualTypeOf<Fixed<wire.WireDeliveryPage>>();
    expectTypeOf<Fixed<CreatedWebhook>>().toEqualTypeOf<Fixed<wire.WireCreatedWebhook>>();
    expectTypeOf<Fixed<WebhookSecret>>().toEqualTypeOf<Fixed<wire.WireWebhookSecret>>();
    expectTypeOf<Fixed<Token>>().toEqualTypeOf<Fixed<wire.WireToken>>();
    expectTypeOf<Fixed<TokenList>>().toEqualTypeOf<Fixed<wire.WireTokenList>>();
    expectTypeOf<Fixed<CreatedToken>>().toEqualTypeOf<Fixed<wire.WireCreatedToken>>();
    expectTypeOf<Fixed<WebhookReplay>>().toEqualTypeOf<Fixed<wire.WireWebhookReplay>>();
  });

  it.each([
    ['error codes', ERROR_CODES, model.ERROR_CODES],
    ['error codes with a status', [...ERROR_CODES].sort(), Object.keys(ERROR_STATUS).sort()],
    ['statuses of numbers', VERIFICATION_STATUSES, model.VERIFICATION_STATUSES],
    ['statuses of tasks', TASK_STATUSES, model.TASK_STATUSES],
    ['outages', OUTAGE_REASONS, model.OUTAGE_REASONS],
    ['reasons for a wait', WAITING_REASONS, model.WAITING_REASONS],
    ['notes', NOTE_CODES, model.NOTE_CODES],
    ['readings of several numbers', SEVERAL_NUMBERS, model.SEVERAL_NUMBERS],
    ['reasons for a cell without a number', UNREAD_REASONS, model.UNREAD_REASONS],
    ['reasons for a column', COLUMN_REASONS, model.COLUMN_REASONS],
    ['formats', RESULT_FORMATS, model.RESULT_FORMATS],
    ['columns', RESULT_COLUMNS, model.RESULT_COLUMNS],
    ['kinds of entries', CREDIT_ENTRY_KINDS, model.CREDIT_ENTRY_KINDS],
    ['states of deliveries', DELIVERY_STATES, model.DELIVERY_STATES],
    ['failures of deliveries', DELIVERY_FAILURES, model.DELIVERY_FAILURES],
    ['scopes', SCOPES, model.SCOPES],
    ['events', WEBHOOK_EVENT_TYPES, model.WEBHOOK_EVENT_TYPES],
    ['reasons for a webhook that is disabled', WEBHOOK_DISABLED_REASONS, model.WEBHOOK_DISABLED_REASONS],
  ])('have the %s of the API', (_what, ours, theirs) => {
    expect(ours).toEqual(theirs);
  });
});
