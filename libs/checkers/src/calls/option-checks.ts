export interface NumberBounds {
  /** The least value that is allowed. Default 0. */
  readonly min?: number;
  /** The largest value that is allowed. Default: any finite number. */
  readonly max?: number;
}

/** `value`, if it is a number within the bounds. Throws TypeError for anything but a number, RangeError for one out of them. */
export function numberOption(name: string, value: unknown, bounds: NumberBounds = {}): number {
  const { min = 0, max = Number.MAX_VALUE } = bounds;
  if (typeof value !== 'number') throw new TypeError(`${name} is ${value}, expected a number`);
  if (value >= min && value <= max) return value;
  const upTo = bounds.max === undefined ? '' : ` and at most ${max}`;
  throw new RangeError(`${name} is ${value}, expected a number of at least ${min}${upTo}`);
}

/** The same for whole numbers, from 1 unless `bounds` says otherwise. */
export function integerOption(name: string, value: unknown, bounds: NumberBounds = {}): number {
  const number = numberOption(name, value, { min: 1, ...bounds });
  if (Number.isSafeInteger(number)) return number;
  throw new RangeError(`${name} is ${number}, expected a whole number`);
}

/** `value`, if it is a function or left out. */
export function functionOption<Value>(name: string, value: Value): Value {
  if (value === undefined || typeof value === 'function') return value;
  throw new TypeError(`${name} is ${String(value)}, expected a function`);
}
