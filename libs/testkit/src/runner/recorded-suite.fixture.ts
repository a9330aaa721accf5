import type { TestRunner } from './test-runner.js';

/** What became of one case. */
export interface RecordedCase {
  readonly title: string;
  /** What the case failed with; undefined when it passed. */
  readonly failure: unknown;
}

/** A suite with its runner and with whatever it is told to create, as the tests of an implementation call it. */
export type DefineSuite = (runner: TestRunner) => void;

/**
 * Runs the cases of a suite side by side, each with a subject of its own, and keeps what becomes of them. With `names`, only those that have each of them as
 * their own title or as that of a `describe` around them.
 */
export async function recordSuite(
  define: DefineSuite,
  names: readonly string[] = [],
): Promise<readonly RecordedCase[]> {
  const cases = casesOf(define, names);
  return Promise.all(cases.map(async ({ title, body }) => ({ title, failure: await failureOf(body) })));
}

interface DefinedCase {
  readonly title: string;
  readonly body: () => Promise<void> | void;
}

function casesOf(define: DefineSuite, names: readonly string[]): readonly DefinedCase[] {
  const cases: DefinedCase[] = [];
  const path: string[] = [];
  define({
    describe(name, body) {
      path.push(name);
      body();
      path.pop();
    },
    it(title, body) {
      if (names.every((one) => one === title || path.includes(one))) cases.push({ title, body });
    },
  });
  return cases;
}

async function failureOf(body: DefinedCase['body']): Promise<unknown> {
  try {
    await body();
    return undefined;
  } catch (error) {
    return error;
  }
}
