/** Arguments that make no command. Its message is a sentence. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** What `parse` returns; an error of Node's parser becomes a UsageError. */
export function parsedArguments<Parsed>(parse: () => Parsed): Parsed {
  try {
    return parse();
  } catch (error) {
    // Node's addition about arguments that begin with a dash does not help here.
    const [problem] = String(error instanceof Error ? error.message : error).split('. ');
    throw new UsageError(`${problem}.`);
  }
}
