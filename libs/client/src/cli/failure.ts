/** What the program ends with. */
export const EXIT_CODES = {
  done: 0,
  /** Something that nobody foresaw: a defect. */
  unforeseen: 1,
  /** The command line is wrong. */
  usage: 2,
  /** The file cannot be read, or the result cannot be written. */
  files: 3,
  /** The server refused what was asked: no phone number, a file that cannot be read, a task that there is not. */
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
} as const;

/** Shells add 128 to the number of the signal that a program ended by. */
export const READ_NO_FURTHER = 128 + 13;

/** An end that the program foresees. Its message is for whoever started it. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
  readonly exitCode: number;

  constructor(exitCode: number, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}
