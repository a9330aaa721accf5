import { RESULT_COLUMNS, RESULT_FORMATS, VERIFICATION_STATUSES } from '@dialproof/core';
import { type OperationName, type WireSchema, wireSchemas } from '@dialproof/http';
import { type ApiDescription, type QueryParameter, toDescription } from './to-description.js';

const OF_EVERYONE = ['forbidden', 'too_many_requests', 'storage_unavailable', 'internal_error'] as const;
const OF_ACCOUNTS = ['not_authenticated', 'account_suspended', ...OF_EVERYONE] as const;
const OF_JSON = ['malformed_request', 'request_too_large', 'unsupported_media_type'] as const;
const OF_FILES = [
  'malformed_request',
  'upload_interrupted',
  'file_required',
  'unsupported_media_type',
  'unsupported_file_type',
  'malformed_file',
  'empty_file',
  'too_many_rows',
  'too_many_columns',
  'cell_too_large',
  'file_too_large',
  'column_not_found',
  'invalid_country',
  'invalid_area_code',
  'header_row_not_found',
  'unsupported_encoding',
  'overloaded',
  'shutting_down',
] as const;

/** The description of every operation. The schemas are those that the contract itself goes by. */
export function describeOperations(): Readonly<Record<OperationName, ApiDescription>> {
  const schemas = wireSchemas();
  const json = (schema: WireSchema) => ({ type: 'application/json', schema });
  const text = { type: 'string' };
  const settings = settingsOf(schemas.fileSettings);
  return {
    verify: toDescription({
      summary: 'Verify one phone number',
      body: json(schemas.verifyBody),
      status: 200,
      description: 'The number, normalised, and its status',
      schema: schemas.verification,
      errors: [
        ...OF_ACCOUNTS,
        ...OF_JSON,
        'invalid_phone',
        'insufficient_credits',
        'overloaded',
        'shutting_down',
      ],
    }),
    submit: toDescription({
      summary: 'Submit a .csv or .xlsx file of phone numbers',
      body: { type: 'multipart/form-data', schema: uploadForm(settings) },
      // For clients that cannot put them before the file; those of the form count more.
      query: settings.map(([name, { description, ...schema }]) => ({ name, description, schema })),
      status: 202,
      description: 'The task that the file has become',
      schema: schemas.submission,
      errors: [...OF_ACCOUNTS, ...OF_FILES, 'insufficient_credits'],
    }),
    poll: toDescription({
      summary: 'Look how far a task is',
      status: 200,
      description: 'The task',
      schema: schemas.task,
      errors: [...OF_ACCOUNTS, 'task_not_found'],
    }),
    events: toDescription({
      summary: 'Follow a task until it has ended',
      status: 200,
      description: 'Server-sent events, one for each change, each with the task as its data',
      types: ['text/event-stream'],
      schema: text,
      errors: [...OF_ACCOUNTS, 'task_not_found', 'shutting_down'],
    }),
    download: toDescription({
      summary: 'Download the result of a task',
      status: 200,
      description: 'The columns of the file, then verification_status or the columns that were asked for',
      types: ['text/csv', XLSX],
      // A file, or clients made from this would read workbooks as text.
      schema: { type: 'string', format: 'binary' },
      query: DOWNLOAD_QUERY,
      errors: [
        ...OF_ACCOUNTS,
        'malformed_request',
        'task_not_found',
        'task_not_done',
        'too_many_rows',
        'too_many_columns',
        'cell_too_large',
      ],
    }),
    credits: toDescription({
      summary: 'Look how many credits are left',
      status: 200,
      description: 'The credits of the account',
      schema: schemas.credits,
      errors: OF_ACCOUNTS,
    }),
    register: toDescription({
      summary: 'Open an account',
      body: json(schemas.registerBody),
      status: 201,
      description: 'The account, with its first token, which is shown this once',
      schema: schemas.account,
      errors: [...OF_EVERYONE, ...OF_JSON, 'invalid_email', 'email_taken', 'registration_closed'],
    }),
  };
}

/** A setting of an upload, as OpenAPI describes the values of properties and parameters alike. */
type Setting = readonly [name: string, schema: WireSchema & { readonly description: string }];

function settingsOf({ properties }: WireSchema): readonly Setting[] {
  // The contract describes each of them, which its tests say.
  return Object.entries(Object(properties) as Record<string, Setting[1]>);
}

/** The form is read as a stream, part by part, so that there is no shape of it to take. */
function uploadForm(settings: readonly Setting[]): WireSchema {
  const file = { type: 'string', format: 'binary', description: 'The file; the other fields come before it' };
  return { type: 'object', properties: { ...Object.fromEntries(settings), file }, required: ['file'] };
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const DOWNLOAD_QUERY: readonly QueryParameter[] = [
  {
    name: 'format',
    description: 'What the result is written as',
    schema: { type: 'string', enum: RESULT_FORMATS, default: 'csv' },
  },
  {
    name: 'status',
    description: 'The rows that are wanted, by their status; all of them without it',
    schema: { type: 'array', minItems: 1, items: { type: 'string', enum: VERIFICATION_STATUSES } },
    style: 'form',
    explode: false,
  },
  {
    name: 'columns',
    description:
      'What stands behind the columns of the file, in this order: verification_status, verification_source and so on',
    schema: {
      type: 'array',
      minItems: 1,
      uniqueItems: true,
      items: { type: 'string', enum: RESULT_COLUMNS },
      default: ['status'],
    },
    style: 'form',
    explode: false,
  },
  {
    name: 'neutralize_formulas',
    description:
      'Whether, in CSV, cells like formulas get an apostrophe before them; as the server is set without it',
    schema: { type: 'boolean' },
  },
];
