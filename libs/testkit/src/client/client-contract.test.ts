import { describe, it } from 'vitest';
import {
  type CreateServer,
  receiving,
  replying,
  withHeader,
  withJson,
  withoutHeaders,
} from '../http/server/wrong-server.fixture.js';
import { expectCaught } from '../runner/suite-proof.fixture.js';
import { clientContract } from './client-contract.js';

const announcing = (name: string, value: string): CreateServer =>
  replying((reply) => (name in reply.headers ? withHeader(reply, name, value) : reply));

const WRONG_MOUNTS: Readonly<Record<string, CreateServer>> = {
  'a lost reply of a number or a file is asked for again, and nothing is charged twice': receiving(
    withoutHeaders('idempotency-key'),
  ),
  'one number is charged once for one key of the caller': receiving(withoutHeaders('idempotency-key')),
  'one number that is none is refused, with the code, the status and the hint': replying((reply) =>
    withJson(reply, ({ hint: _, ...body }) => body),
  ),
  'a file goes the whole way: submitted, followed, downloaded and checked': announcing('dialproof-rows', '7'),
  'a file is downloaded as a workbook': announcing('repr-digest', `sha-256=:${'A'.repeat(43)}=:`),
  'a task is listed, page by page': replying((reply) =>
    withJson(reply, (body) => ('next_cursor' in body ? { ...body, next_cursor: null } : body)),
  ),
};

// Correct mounts run the whole suite in their packages.
describe('a wrong mount fails the case in which', () => {
  it.each(Object.entries(WRONG_MOUNTS))('%s', (title, create) =>
    expectCaught(title, (runner) => clientContract(runner, create)),
  );
});
