import { DialproofError } from '../model/errors.js';

/** Which operations a service can do: it depends on the optional ports that it was given. */
export interface SupportedOperations {
  /** `list`: with the option `archive`. */
  readonly list: boolean;
  /** `remove`: with the option `archive`. */
  readonly remove: boolean;
}

/** The refusal of an operation whose port was not given. */
export function notSupported(option: 'archive'): DialproofError {
  return new DialproofError('not_supported', { hint: `the service was made without the option ${option}` });
}
