import type { ResultFormat, ResultsRequest } from '@dialproof/core';
import { queryParameters } from '../message/query-parameters.js';
import { TextValues } from '../message/text-values.js';
import { downloadQuery } from '../wire/queries.js';

const values = new TextValues(downloadQuery);

/** Parameters that it does not know are ignored. Code: `malformed_request`, for a parameter that comes twice too. */
export function readDownloadQuery(
  query: string,
): Omit<ResultsRequest, 'accountId' | 'taskId'> & { readonly format: ResultFormat } {
  const { format, status, columns, partial, neutralize_formulas } = values.read(
    queryParameters(query, values.names),
    "the query's ",
  );
  return {
    format,
    ...(columns === undefined ? {} : { columns }),
    ...(status === undefined ? {} : { statuses: status }),
    ...(partial === undefined ? {} : { partial }),
    ...(neutralize_formulas === undefined ? {} : { neutralizeFormulas: neutralize_formulas }),
  };
}
