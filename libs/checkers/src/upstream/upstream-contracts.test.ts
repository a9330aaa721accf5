import { isBulkNumberChecker } from '@dialproof/core';
import { bulkNumberCheckerContract, numberCheckerContract } from '@dialproof/testkit';
import { startFakeUpstream } from '@dialproof/testkit/upstreams';
import { describe, it } from 'vitest';
import { type FOURTH, UPSTREAM_SUBJECTS, type UpstreamSubject } from './upstream-subjects.fixture.js';

const FAILING = '+14155550106';
const SLOW = '+14155550105';

/** An upstream that stumbles over one number and never answers about another. */
async function subjectOf({ answers, create, upstream }: UpstreamSubject) {
  const server = await startFakeUpstream(upstream(), {
    fault: ({ body, path }) => {
      const asked = `${path} ${body}`;
      if (asked.includes(FAILING.slice(1))) return { kind: 'reply', reply: { status: 500, body: {} } };
      return asked.includes(SLOW.slice(1)) ? { kind: 'stalled' } : undefined;
    },
  });
  const { baseUrl } = server;
  return {
    checker: create({ baseUrl }),
    unavailable: create({ baseUrl, secret: 'a-secret-of-last-year' }),
    answers,
    // Numbers that are spelt out in E.164 need no reader.
    failing: FAILING as typeof FOURTH,
    slow: SLOW as typeof FOURTH,
    close: () => server.close(),
  };
}

describe.each(UPSTREAM_SUBJECTS)('$name', (subject) => {
  if (isBulkNumberChecker(subject.create({ baseUrl: 'https://upstream.example' }))) {
    bulkNumberCheckerContract({ describe, it }, async () => {
      const { checker, unavailable, ...rest } = await subjectOf(subject);
      if (!isBulkNumberChecker(checker) || !isBulkNumberChecker(unavailable)) throw new Error('not bulk');
      return { ...rest, checker, unavailable };
    });
    return;
  }
  numberCheckerContract({ describe, it }, async () => {
    const { checker, unavailable, ...rest } = await subjectOf(subject);
    if (isBulkNumberChecker(checker) || isBulkNumberChecker(unavailable)) throw new Error('bulk');
    return { ...rest, checker, unavailable };
  });
});
