/**
 * What a suite needs of a test runner. The functions of vitest, jest (typed by @jest/globals or @types/jest) and node:test fit as
 * they are: `{ describe, it }`.
 */
export interface TestRunner {
  describe(name: string, body: () => void): void;
  it(name: string, body: () => Promise<void>): void;
}

/** Something that a test opens and has to close. */
export interface Closable {
  /** Closes it and clears up what it stored. */
  close(): Promise<void>;
}

export type DefineCase<Subject> = (title: string, body: (subject: Subject) => Promise<void>) => void;

/** Gives every case a subject of its own, closed whatever becomes of the case. */
export function casesWith<Subject extends Closable>(
  runner: TestRunner,
  create: () => Promise<Subject>,
): DefineCase<Subject> {
  return (title, body) =>
    runner.it(title, async () => {
      const subject = await create();
      try {
        await body(subject);
      } finally {
        await subject.close();
      }
    });
}
