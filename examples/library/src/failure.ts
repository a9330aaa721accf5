/** What the script ends with when it does not end well; 0 is for a result that was written. */
export const EXIT_CODES = {
  /** The command line or a setting is wrong. */
  usage: 2,
  /** There is no such file, or it cannot be read. */
  unreadable: 3,
  /** The file was read and is not one that can be verified. */
  refused: 4,
  /** The result cannot be written, or would replace something. */
  unwritable: 5,
  /** The checker was down for too long. */
  checkerDown: 6,
  /** Whoever read the standard output, `head` for instance, has closed it. What SIGPIPE ends with elsewhere: 128 and its number. */
  readNoFurther: 141,
} as const;

/** An end that the script foresees. Its message is one sentence for whoever started it. */
export class ScriptFailure extends Error {
  override readonly name = 'ScriptFailure';
  readonly exitCode: number;

  constructor(exitCode: number, sentence: string) {
    super(sentence);
    this.exitCode = exitCode;
  }
}

/** The system's own name for what went wrong, ENOENT for instance; undefined when it is nothing of the system's. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && 'syscall' in error ? String(error.code) : undefined;
}
