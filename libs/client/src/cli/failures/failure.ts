/** The exit codes of the program. */
export const EXIT_CODES = {
  done: 0,
  /** An unexpected failure: a defect. */
  unforeseen: 1,
  /** The command line is wrong. */
  usage: 2,
  /** The file cannot be read, or the result cannot be written. */
  files: 3,
  /** The server refused the request: no phone number, an unreadable file, an unknown task. */
  refused: 4,
  /** The token is missing, unknown or not good for this. */
  signIn: 5,
  /** There are fewer credits than are needed, or than were allowed. */
  credits: 6,
  /** The server cannot be reached, or cannot answer at present. */
  unavailable: 7,
  /** The task failed or was cancelled. */
  taskFailed: 8,
  /** The question was answered with no. */
  declined: 9,
  /** No number was found in the file. */
  noNumbers: 10,
} as const;

/** Shells add 128 to the number of the signal that a program ended by. */
export const READ_NO_FURTHER = 128 + 13;

/** An expected end of the program. Its message is for the user. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
  readonly exitCode: number;

  constructor(exitCode: number, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}

export function wrongCommandLine(message: string): CommandFailure {
  return new CommandFailure(EXIT_CODES.usage, message);
}

/** Whether an error is one of Node's, such as of reading a file. */
export function isSystemError(error: unknown): error is Error & { readonly code: string } {
  return error instanceof Error && 'code' in error && 'syscall' in error;
}
