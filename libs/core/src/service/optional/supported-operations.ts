import { DialproofError } from '../../model/errors.js';
import type { CreditStatement } from '../../ports/credit-statement.js';
import type { TaskArchive } from '../../ports/task-archive.js';

/** Which operations a service can do: it depends on the optional ports that it was given. */
export interface SupportedOperations {
  /** `list`: with the option `archive`. */
  readonly list: boolean;
  /** `remove`: with the option `archive`. */
  readonly remove: boolean;
  /** `statement`: with the option `statement`. */
  readonly statement: boolean;
}

/** The ports that operations beyond the first ones need. */
export interface OptionalPorts {
  readonly archive: TaskArchive | null;
  readonly statement: CreditStatement | null;
}

export function supportedOperations({ archive, statement }: OptionalPorts): SupportedOperations {
  const hasArchive = archive !== null;
  return Object.freeze({ list: hasArchive, remove: hasArchive, statement: statement !== null });
}

/** The refusal of an operation whose port was not given. */
export function notSupported(option: keyof OptionalPorts): DialproofError {
  return new DialproofError('not_supported', { hint: `the service was made without the option ${option}` });
}
