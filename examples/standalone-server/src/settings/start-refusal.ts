/** Why the server or a command does not run, in sentences for whoever started it: shown without a stack. */
export class StartRefusal extends Error {
  override readonly name = 'StartRefusal';
}
