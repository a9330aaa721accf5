import { fileSettings, submitSettings } from '../queries.js';
import type { RouteDescription } from '../route.js';
import { previewShape, submissionShape, verificationShape, verifyBody } from '../shapes.js';
import { json, jsonOf } from './json-content.js';
import { OF_ACCOUNTS, OF_FILES, OF_JSON } from './route-errors.js';

/** Numbers and files that are verified. */
export const VERIFICATION_ROUTES = {
  verify: {
    method: 'POST',
    path: '/v1/verify',
    access: 'account',
    scope: 'verify',
    summary: 'Verify one phone number',
    body: json(verifyBody),
    reply: {
      status: 200,
      description: 'The number, normalised, and its status',
      content: jsonOf(verificationShape),
    },
    errors: [
      ...OF_ACCOUNTS,
      ...OF_JSON,
      'invalid_phone',
      'insufficient_credits',
      'overloaded',
      'shutting_down',
    ],
  },
  submit: {
    method: 'POST',
    path: '/v1/verify/batch',
    access: 'account',
    scope: 'batch',
    summary: 'Submit a .csv or .xlsx file of phone numbers',
    body: { mediaType: 'multipart/form-data', shape: submitSettings },
    // For clients that cannot put them before the file. Settings in the form have precedence.
    query: submitSettings,
    reply: {
      status: 202,
      description: 'The task that the file has become',
      content: jsonOf(submissionShape),
    },
    errors: [
      ...OF_ACCOUNTS,
      ...OF_FILES,
      'insufficient_credits',
      'max_credits_exceeded',
      'stored_bytes_exceeded',
    ],
  },
  preview: {
    method: 'POST',
    path: '/v1/verify/batch/preview',
    access: 'account',
    scope: 'batch',
    isReadOnly: true,
    summary: 'See what a submit of a file would make of it, and cost',
    body: { mediaType: 'multipart/form-data', shape: fileSettings },
    query: fileSettings,
    reply: {
      status: 200,
      description:
        'The sheets, the columns, the one of the phones and why, the first rows, how many rows and numbers there are, and credits; nothing is stored or held',
      content: jsonOf(previewShape),
    },
    errors: [...OF_ACCOUNTS, ...OF_FILES],
  },
} as const satisfies Record<string, RouteDescription>;
