/** The options of a factory by name. The compiler requires each of them, and no other. */
export type OptionNames<Options> = Readonly<Record<keyof Options, unknown>>;

/**
 * Throws TypeError for an option that a factory does not know, with its name and those that it knows. A misspelt option would otherwise
 * have no effect.
 */
export function assertOptionNames<Options extends object>(
  factory: string,
  options: Options,
  names: OptionNames<Options>,
): void {
  const known = Object.keys(names);
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new TypeError(`${factory} has no option ${unknown}; it has ${known.join(', ')}`);
}
