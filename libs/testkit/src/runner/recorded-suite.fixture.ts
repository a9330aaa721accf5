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
 * Runs the cases of a suite one after the other and keeps what becomes of them. With `subject`, only those in the `describe` of this
 * name.
 */
export async function recordSuite(define: DefineSuite, subject?: string): Promise<readonly RecordedCase[]> {
  const recorded: RecordedCase[] = [];
  for (const { title, body } of casesOf(define, subject)) {
    recorded.push({ title, failure: await failureOf(body) });
  }
  return recorded;
}

interface DefinedCase {
  readonly title: string;
  readonly body: () => Promise<void> | void;
}

function casesOf(define: DefineSuite, subject: string | undefined): readonly DefinedCase[] {
  const cases: DefinedCase[] = [];
  const path: string[] = [];
  define({
    describe(name, body) {
      path.push(name);
      body();
      path.pop();
    },
    it(title, body) {
      if (subject === undefined || path.includes(subject)) cases.push({ title, body });
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
