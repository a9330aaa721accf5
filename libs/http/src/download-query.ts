import {
  DialproofError,
  RESULT_COLUMNS,
  RESULT_FORMATS,
  type ResultFormat,
  type ResultsRequest,
  VERIFICATION_STATUSES,
} from '@dialproof/core';
import { z } from 'zod';
import { queryParameters } from './query-parameters.js';

/** What the query of a download may ask for. On the wire, `status` and `columns` are lists with commas. Parameters that it does not know are ignored. */
export const downloadQuery = z.object({
  format: z.enum(RESULT_FORMATS).default('csv'),
  status: z.array(z.enum(VERIFICATION_STATUSES)).min(1).optional(),
  columns: z
    .array(z.enum(RESULT_COLUMNS))
    .min(1)
    .refine((columns) => new Set(columns).size === columns.length)
    // What the refinement says, for the schema.
    .meta({ uniqueItems: true })
    .optional(),
  neutralize_formulas: z.boolean().optional(),
});

type Parameter = keyof typeof downloadQuery.shape;

const EXPECTED = {
  format: `one of ${RESULT_FORMATS.join(', ')}`,
  status: `one or more, with commas, of ${VERIFICATION_STATUSES.join(', ')}`,
  columns: `one or more, with commas and none twice, of ${RESULT_COLUMNS.join(', ')}`,
  neutralize_formulas: 'true or false',
} as const satisfies Record<Parameter, string>;

const PARAMETERS = downloadQuery.keyof().options;

const BOOLEANS: ReadonlyMap<string | undefined, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

/** Code: `malformed_request`, for a parameter that comes twice too. */
export function readDownloadQuery(
  query: string,
): Omit<ResultsRequest, 'accountId' | 'taskId'> & { readonly format: ResultFormat } {
  const given = queryParameters(query, PARAMETERS);
  const neutralize = given.get('neutralize_formulas');
  const asked = downloadQuery.safeParse({
    format: given.get('format'),
    status: given.get('status')?.split(','),
    columns: given.get('columns')?.split(','),
    neutralize_formulas: BOOLEANS.get(neutralize) ?? neutralize,
  });
  if (!asked.success) {
    const wrong = PARAMETERS.find((name) => name === asked.error.issues[0]?.path[0]) ?? 'format';
    throw new DialproofError('malformed_request', {
      hint: `the query's "${wrong}" must be ${EXPECTED[wrong]}, not "${given.get(wrong)}"`,
    });
  }
  const { format, status, columns, neutralize_formulas } = asked.data;
  return {
    format,
    ...(columns === undefined ? {} : { columns }),
    ...(status === undefined ? {} : { statuses: status }),
    ...(neutralize_formulas === undefined ? {} : { neutralizeFormulas: neutralize_formulas }),
  };
}
