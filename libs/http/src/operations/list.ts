import type { VerificationService } from '@dialproof/core';
import { jsonReply } from '../message/http-message.js';
import { queryParameters } from '../message/query-parameters.js';
import { TextValues } from '../message/text-values.js';
import { wireTask } from '../message/to-wire.js';
import { listQuery } from '../wire/queries.js';
import type { WireTaskPage } from '../wire/shapes.js';
import type { AccountHandler } from './operation.js';

const values = new TextValues(listQuery);

/** `GET /v1/verify/tasks`: the tasks of the account, page by page. */
export function listHandler(service: VerificationService): AccountHandler {
  return async ({ request, accountId }) => {
    const asked = values.read(queryParameters(request.query, values.names), "the query's ");
    const { status, file_name: fileName, cursor, limit } = asked;
    const page = await service.list({
      accountId,
      limit,
      ...(status === undefined ? {} : { status }),
      ...(fileName === undefined ? {} : { fileName }),
      ...(cursor === undefined ? {} : { cursor }),
    });
    const answer: WireTaskPage = { tasks: page.tasks.map(wireTask), next_cursor: page.nextCursor };
    return jsonReply(200, answer);
  };
}
