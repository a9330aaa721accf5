/**
 * The functions of a test runner that a suite needs. Those of vitest, jest (typed by @jest/globals or @types/jest) and node:test fit
 * unchanged: `{ describe, it }`.
 */
export interface TestRunner {
  describe(name: string, body: () => void): void;
  it(name: string, body: () => Promise<void>): void;
}

/** Something that a test opens and has to close. */
export interface Closable {
  /** Closes it and removes its data. */
  close(): Promise<void>;
}

/** A subject whose data may outlive its objects. */
export interface Reopens<Opened> {
  /**
   * For data that outlive the object: closes this object and opens another over the same data. The subject's `close` then closes the new
   * one. Without this method, the cases continue with the same object.
   */
  reopen?(): Promise<Opened>;
}

export type DefineCase<Subject> = (title: string, body: (subject: Subject) => Promise<void>) => void;

/** Gives every case its own subject, which is closed however the case ends. */
export function casesWith<Subject extends Closable>(
  runner: TestRunner,
  create: () => Promise<Subject>,
): DefineCase<Subject> {
  // Bound, so that it shows runners no parameters: jest would wait for a callback, and vitest look for fixtures.
  return (title, body) => runner.it(title, (runCase<Subject>).bind(undefined, create, body));
}

/** Ends a case that does not apply to its subject. It is skipped, with the reason, if the runner supports that. */
export function skipCase(reason: string): never {
  throw new SkippedCase(reason);
}

class SkippedCase extends Error {}

async function runCase<Subject extends Closable>(
  create: () => Promise<Subject>,
  body: (subject: Subject) => Promise<void>,
  ...[context]: readonly unknown[]
): Promise<void> {
  const subject = await create();
  let skipped: SkippedCase | undefined;
  try {
    await body(subject);
  } catch (thrown) {
    if (!(thrown instanceof SkippedCase)) throw thrown;
    skipped = thrown;
  } finally {
    await subject.close();
  }
  // vitest and node:test give a test its context, which skips it; jest gives none.
  const skip: unknown = Reflect.get(Object(context), 'skip');
  if (skipped !== undefined && typeof skip === 'function') skip.call(context, skipped.message);
}
