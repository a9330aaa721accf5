import type { BulkNumberChecker, NumberChecker } from '@dialproof/core';
import { assertOptionNames } from '@dialproof/core';
import { DescribedApi, type HttpCheckerOptions } from './described-api.js';
import { readDescription } from './description.js';

/**
 * Asks any HTTP API by a description in JSON: one number a call, or many where the description has `bulk`. The description alone gives the
 * API's answers a meaning: an unlisted value is a failed check. Prices are in the vendor's price list.
 *
 * Throws TypeError for a description that is wrong; the message names each field. See `docs/http-checker.md` for every field and an example
 * of each style of API.
 */
export function httpChecker(
  description: unknown,
  options: HttpCheckerOptions = {},
): NumberChecker | BulkNumberChecker {
  assertOptionNames('httpChecker', options, { fetch: true, onFailedEntry: true, secrets: true });
  const read = readDescription(description);
  const api = new DescribedApi(read, options);
  const { bulk } = read;
  if (bulk === undefined) return { check: (number, context) => api.check(number, context) };
  return {
    maxNumbers: bulk.maxNumbers,
    checkMany: (numbers, context) => api.checkMany(numbers, bulk, context),
  };
}
