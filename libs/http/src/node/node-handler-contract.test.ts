import { httpContract, listenLocally, startMemoryServer } from '@dialproof/testkit';
import { afterAll, describe, expect, it } from 'vitest';
import { createHttpContract } from '../contract/contract.js';
import { withDescribedReplies } from '../fixtures/described-replies.fixture.js';
import { answerNodeRequest } from './node-reply.js';

// Below createNodeHandler, whose own paths and options are in node-handler.test.ts, so that each reply of each case is held against the
// description too.
describe('the contract over node:http, with its description', () => {
  const strays: string[] = [];
  afterAll(() => expect(strays).toEqual([]));

  httpContract({ describe, it }, () =>
    startMemoryServer((parts) => {
      const contract = withDescribedReplies(createHttpContract(parts), strays);
      return listenLocally((request, response) => {
        if (!answerNodeRequest(contract, request, response)) response.writeHead(404).end();
      });
    }),
  );
});
