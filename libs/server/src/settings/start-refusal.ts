/** The reason why the server or a command does not run, in sentences for the user, shown without a stack. */
export class StartRefusal extends Error {
  override readonly name = 'StartRefusal';
}
