import type { TestRunner } from './test-runner.js';

/** What became of one case. */
export interface RecordedCase {
  readonly title: string;
  /** What the case failed with; undefined when it passed. */
  readonly failure: unknown;
}

/** A suite with its runner and with whatever it is told to create, as the tests of an implementation call it. */
export type DefineSuite = (runner: TestRunner) => void;

/** Whether a case is to be run: by its title, and by the names of what is described around it. */
export type IsWanted = (title: string, path: readonly string[]) => boolean;

/** Runs cases of a suite side by side, each with a subject of its own, and keeps what becomes of them. */
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
