/** The drill cannot go on. The failure is a violation by itself, and no later checks are possible. */
export class DrillFailure extends Error {
  override readonly name = 'DrillFailure';
}
