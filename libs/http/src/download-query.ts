import {
  DialproofError,
  RESULT_FORMATS,
  type ResultFormat,
  type ResultsRequest,
  VERIFICATION_STATUSES,
} from '@dialproof/core';
import { z } from 'zod';
import { queryParameters } from './query-parameters.js';

/** What the query of a download may ask for. On the wire, `status` is a list with commas. Parameters that it does not know are ignored. */
export const downloadQuery = z.object({
  format: z.enum(RESULT_FORMATS).default('csv'),
  status: z.array(z.enum(VERIFICATION_STATUSES)).min(1).optional(),
});

const PARAMETERS = ['format', 'status'] as const;

const EXPECTED = {
  format: `"format" must be one of ${RESULT_FORMATS.join(', ')}`,
  status: `"status" must be one or more, with commas, of ${VERIFICATION_STATUSES.join(', ')}`,
} as const satisfies Record<(typeof PARAMETERS)[number], string>;

/** Code: `malformed_request`, for a parameter that comes twice too. */
export function readDownloadQuery(
  query: string,
): Pick<ResultsRequest, 'statuses'> & { readonly format: ResultFormat } {
  const given = queryParameters(query, PARAMETERS);
  const asked = downloadQuery.safeParse({
    format: given.get('format'),
    status: given.get('status')?.split(','),
  });
  if (!asked.success) {
    const wrong = asked.error.issues[0]?.path[0] === 'format' ? 'format' : 'status';
    throw new DialproofError('malformed_request', {
      hint: `the query's ${EXPECTED[wrong]}, not "${given.get(wrong)}"`,
    });
  }
  const { format, status } = asked.data;
  return status === undefined ? { format } : { format, statuses: status };
}
