import assert from 'node:assert/strict';
import { type Clock, type Entropy, ManualClock, systemEntropy } from '@dialproof/core';
import { describe, it } from 'vitest';
import type { KeepsTime } from './own-time.js';
import type { Closable, TestRunner } from './test-runner.js';

/** The wrong members, which replace those of a right implementation. `reopen` and `another` belong to the subject. */
export type Mutant<Port, Subject> = (
  right: Port,
  clock: Clock,
) => Partial<Port> & Partial<Pick<Subject, keyof Subject & ('reopen' | 'another')>>;

/** Mutants by the title of the case that each has to fail. */
export type Mutants<Port, Subject> = Readonly<
  Record<string, Mutant<Port, Subject> | readonly Mutant<Port, Subject>[]>
>;

/** Makes the subject of a case. `change` puts a wrong implementation in the place of the right one. */
type Create<Port, Subject> = (clock: Clock, change: (right: Port) => Port) => Subject;

/**
 * Proves a suite: the right implementation passes every case, and each mutant fails the case with its title. Mutation testing shows what
 * else the cases detect, see CONTRIBUTING.md. These mutants are faults that it cannot plant: concurrent callers, restarts, clocks, shared
 * memory.
 */
export function provesSuite<Port extends object, Subject extends Closable>(
  suite: (runner: TestRunner, create: (clock?: ManualClock) => Promise<Subject>) => void,
  create: Create<Port, Subject>,
  mutants: Mutants<Port, Subject>,
): void {
  suite({ describe, it }, async (clock = new ManualClock()) => create(clock, (right) => right));

  describe('a wrong implementation fails the case that it', () => {
    it.each(Object.entries(mutants))('%s', async (title, mutant) => {
      for (const wrong of [mutant].flat()) {
        const createWrong = async (clock: Clock = new ManualClock()) => subjectWith(wrong, create, clock);
        await expectCaught(title, (runner) => suite(runner, createWrong));
      }
    });
  });
}

function subjectWith<Port extends object, Subject>(
  mutant: Mutant<Port, Subject>,
  create: Create<Port, Subject>,
  clock: Clock,
): Subject {
  if (mutant === byWallClock) return create(wallClock(clock), (right) => right);
  const own: { reopen?: unknown; another?: unknown } = {};
  const subject = create(clock, (right) => {
    const wrong = mutant(right, clock);
    if ('reopen' in wrong) own.reopen = wrong.reopen;
    if ('another' in wrong) own.another = wrong.another;
    return withFault(right, wrong);
  });
  return { ...subject, ...own };
}

/** Names of errors that show a fault: an expectation failed, or the implementation refused a valid call. */
const TELLING = ['AssertionError', 'DialproofError', 'FaultError'];

/** Runs the case whose name, with those of its groups, ends with this title. Expects it to fail, and because of the fault. */
export async function expectCaught(title: string, define: (runner: TestRunner) => void): Promise<void> {
  const bodies: (() => Promise<void>)[] = [];
  const path: string[] = [''];
  define({
    describe(name, body) {
      path.push(name);
      body();
      path.pop();
    },
    it(name, body) {
      if ([...path, name].join(' ').endsWith(` ${title}`)) bodies.push(body);
    },
  });
  assert.equal(bodies.length, 1, `there are ${bodies.length} cases with this title: ${title}`);
  const failure: unknown = await bodies[0]?.().then(
    () => assert.fail(`a wrong implementation passes: ${title}`),
    (error: unknown) => error,
  );
  const name = failure instanceof Error ? failure.name : typeof failure;
  assert.ok(TELLING.includes(name), `it fails for another reason: ${failure}`);
}

/** The same mutant for each of these titles. */
export function failing<Wrong>(mutant: Wrong, ...titles: readonly string[]): Record<string, Wrong> {
  return Object.fromEntries(titles.map((title) => [title, mutant]));
}

/** A correct implementation, except the members of `fault`. */
export function withFault<Port extends object>(port: Port, fault: Partial<Port>): Port {
  return new Proxy(port, {
    get(_, name) {
      const owner = name in fault ? fault : port;
      const member: unknown = Reflect.get(owner, name);
      // Private fields are found on the implementation itself alone.
      return typeof member === 'function' ? member.bind(owner) : member;
    },
  });
}

/** The error with which a broken implementation rejects, like that of a driver. */
export class FaultError extends Error {
  override readonly name = 'FaultError';
}

/** The next turn of the event loop: when a driver would send its second query. */
export function nextTurn(): Promise<void> {
  return new Promise(setImmediate);
}

type Call = (...args: never[]) => Promise<unknown>;

/** Concurrent callers all get the result of the first one, as if each had read before any wrote. */
export function sharing<Name extends PropertyKey>(name: Name) {
  return <Port extends Record<Name, Call>>(port: Port): Partial<Port> => {
    let running: Promise<unknown> | undefined;
    return replacing(port, name, (call) => {
      running ??= call().finally(() => {
        running = undefined;
      });
      return running;
    });
  };
}

/** Fails if more than `most` calls run at once, like a driver that does not retry conflicts. */
export function crowding<Name extends PropertyKey>(name: Name, most = 1) {
  return <Port extends Record<Name, Call>>(port: Port): Partial<Port> => {
    let present = 0;
    return replacing(port, name, async (call) => {
      present += 1;
      const isCrowded = present > most;
      await nextTurn();
      present -= 1;
      if (isCrowded) throw new FaultError('deadlock detected');
      return await call();
    });
  };
}

/** Returns the same object for the same arguments, like an implementation that gives out its own data. */
export function lending<Name extends PropertyKey>(name: Name) {
  return <Port extends Record<Name, Call>>(port: Port): Partial<Port> => {
    const given = new Map<string, unknown>();
    return replacing(port, name, async (call, args) => {
      const asked = JSON.stringify(args);
      if (given.get(asked) === undefined) given.set(asked, await call());
      return given.get(asked);
    });
  };
}

function replacing<Port extends object, Name extends keyof Port>(
  port: Port,
  name: Name,
  replacement: (call: () => Promise<unknown>, args: readonly unknown[]) => Promise<unknown>,
): Partial<Port> {
  const method = (...args: readonly unknown[]) =>
    replacement(() => Reflect.apply(Object(port[name]), port, args), args);
  // It has the type of the port's method.
  return { [name]: method } as Partial<Port>;
}

/** Takes the time of day for the elapsed time. */
export const byWallClock: Mutant<object, object> = () => ({});

function wallClock(clock: Clock): Clock {
  return {
    now: () => clock.now(),
    elapsed: () => clock.now(),
    schedule: (ms, callback) => clock.schedule(ms, callback),
  };
}

/** Gives every lease the same token, so that whoever has lost one still holds it. */
export const ONE_TOKEN: Entropy = { ...systemEntropy, uuid: () => 'the token' };

/** For a subject with the time of its database, which the suite cannot move: it has `pass` instead. */
export function byOwnTime<Port, Subject extends KeepsTime>(
  create: Create<Port, Subject>,
): () => Promise<Subject> {
  return async () => {
    let passedMs = 0;
    const clock: Clock = {
      now: () => Date.now(),
      elapsed: () => performance.now() + passedMs,
      schedule() {
        throw new Error('a store schedules nothing');
      },
    };
    return {
      ...create(clock, (right) => right),
      async pass(ms) {
        passedMs += ms;
      },
    };
  };
}
