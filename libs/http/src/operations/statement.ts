import type { VerificationService } from '@dialproof/core';
import { jsonReply } from '../message/http-message.js';
import { queryParameters } from '../message/query-parameters.js';
import { TextValues } from '../message/text-values.js';
import { wireStatement } from '../message/to-wire.js';
import { statementQuery } from '../wire/queries.js';
import type { AccountHandler } from './operation.js';

const values = new TextValues(statementQuery);

/** `GET /v1/credits/entries`: the changes of the account's credits, page by page. */
export function statementHandler(service: VerificationService): AccountHandler {
  return async ({ request, accountId }) => {
    const { cursor, limit } = values.read(queryParameters(request.query, values.names), "the query's ");
    const page = await service.statement({ accountId, limit, ...(cursor === undefined ? {} : { cursor }) });
    return jsonReply(200, wireStatement(page));
  };
}
