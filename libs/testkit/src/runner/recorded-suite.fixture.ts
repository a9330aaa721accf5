import type { TestRunner } from './test-runner.js';

/** The result of one case. */
export interface RecordedCase {
  readonly title: string;
  /** The error of the case; undefined when it passed. */
  readonly failure: unknown;
}

/** A suite with its runner and its function for subjects, as the tests of an implementation call it. */
export type DefineSuite = (runner: TestRunner) => void;

/** Whether a case is to be run, by its title and the names of the groups around it. */
export type IsWanted = (title: string, path: readonly string[]) => boolean;

/** Runs cases of a suite concurrently, each with a subject of its own, and keeps their results. */
export async function recordSuite(
  define: DefineSuite,
  isWanted: IsWanted = () => true,
): Promise<readonly RecordedCase[]> {
  const cases = casesOf(define, isWanted);
  return Promise.all(cases.map(async ({ title, body }) => ({ title, failure: await failureOf(body) })));
}

interface DefinedCase {
  readonly title: string;
  readonly body: () => Promise<void> | void;
}

function casesOf(define: DefineSuite, isWanted: IsWanted): readonly DefinedCase[] {
  const cases: DefinedCase[] = [];
  const path: string[] = [];
  define({
    describe(name, body) {
      path.push(name);
      body();
      path.pop();
    },
    it(title, body) {
      if (isWanted(title, path)) cases.push({ title, body });
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
