/** A path in a JSON value: names and positions, separated by dots (`results.0.status`), or a list of both. */
export type JsonPath = string | readonly (string | number)[];

/** The value at a path, or undefined. The empty path is the value itself. */
export function valueAt(value: unknown, path: JsonPath): unknown {
  return stepsOf(path).reduce(memberOf, value);
}

/** A path as messages name it. */
export function pathName(path: JsonPath): string {
  if (path === '') return 'the top of the answer';
  return typeof path === 'string' ? path : JSON.stringify(path);
}

/** The name or the position at the end of a path; an empty text for the empty path. */
export function lastStep(path: JsonPath): string {
  return String(stepsOf(path).at(-1) ?? '');
}

function stepsOf(path: JsonPath): readonly (string | number)[] {
  if (typeof path !== 'string') return path;
  return path === '' ? [] : path.split('.');
}

/** Own members only: an answer must not reach what every object inherits. */
function memberOf(value: unknown, step: string | number): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.hasOwn(value, step) ? Reflect.get(value, step) : undefined;
}

/** A string, number, boolean or null in the form of JSON, strings without quotes; undefined for anything else. */
export function wordOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return String(value);
  return undefined;
}
