import type { Clock } from '../ports/clock.js';
import type { ServiceObserver } from '../ports/optional/service-observer.js';
import type { FailureReporter } from './failure-reporter.js';

const METHODS = ['onCall', 'onUpload', 'onRows', 'onTaskEnd', 'onCredits'] as const;

/** The longest time of an observer's method in milliseconds. A slower one blocks the process. */
const SLOW_MS = 100;

/** Throws TypeError for an observer without any of the methods, or with a member of that name that is not a function. */
export function assertObserver(observer: ServiceObserver): void {
  const names = METHODS.join(', ');
  if (typeof observer !== 'object' || observer === null) {
    throw new TypeError(`option observer must be an object with some of the methods ${names}`);
  }
  const given = METHODS.filter((name) => observer[name] !== undefined);
  const wrong = given.find((name) => typeof observer[name] !== 'function');
  if (wrong !== undefined) throw new TypeError(`option observer has a member ${wrong} that is no function`);
  if (given.length === 0) throw new TypeError(`option observer has none of the methods ${names}`);
}

/** The same observer with methods that never throw; undefined without an observer. Missing methods stay missing. */
export function guardedObserver(
  observer: ServiceObserver | null,
  reporter: FailureReporter,
  clock: Clock,
): ServiceObserver | undefined {
  if (observer === null) return undefined;
  const report = (error: unknown): void => void reporter.report('observer_failed', error);
  const guarded = METHODS.flatMap((name) => {
    const method: unknown = observer[name];
    if (typeof method !== 'function') return [];
    const notify = (fact: unknown): void => {
      const beganAt = clock.elapsed();
      try {
        const returned: unknown = method.call(observer, fact);
        if (returned instanceof Promise) Promise.resolve(returned).catch(report);
      } catch (error) {
        report(error);
      }
      const tookMs = clock.elapsed() - beganAt;
      if (tookMs > SLOW_MS) report(new Error(`${name} of the observer took ${Math.round(tookMs)} ms`));
    };
    return [[name, notify] as const];
  });
  return Object.freeze(Object.fromEntries(guarded));
}
