import { assertOptionNames, type BulkNumberChecker, type NumberChecker } from '@dialproof/core';
import { type DescribedCheckerOptions, DescribedUpstream } from './calls/described-upstream.js';
import { DescribedBulkChecker } from './described-bulk.js';
import { DescribedSingleChecker } from './described-single.js';
import { readDescription } from './description.js';

/**
 * Asks any HTTP API by a description in JSON: one number a call, or many if the description has `bulk`. The description maps the
 * values in the API's answers to statuses. A value that it does not list is a failed check.
 *
 * Throws TypeError for a description that is wrong; the message names each field. See `docs/http-checker.md` for every field and an example
 * of each style of API.
 */
export function describedChecker(
  description: unknown,
  options: DescribedCheckerOptions = {},
): NumberChecker | BulkNumberChecker {
  assertOptionNames('describedChecker', options, { fetch: true, onFailedEntry: true, secrets: true });
  const read = readDescription(description);
  const api = new DescribedUpstream(read, options);
  return read.bulk === undefined
    ? new DescribedSingleChecker(api)
    : new DescribedBulkChecker(api, read.bulk, options);
}
