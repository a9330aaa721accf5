/** The drill cannot go on: what happened is a violation by itself, and nothing after it can be checked. */
export class DrillFailure extends Error {
  override readonly name = 'DrillFailure';
}
