/** The options of a factory by name. The compiler requires each of them, and no other. */
export type OptionNames<Options> = Readonly<Record<keyof Options, unknown>>;

/** Two names are near if at most this many letters are added, left out or changed. */
const NEAR = 2;

/**
 * Throws TypeError for an option that a factory does not know, with its name and the near one if there is one. A misspelt option would
 * otherwise have no effect.
 */
export function assertOptionNames<Options extends object>(
  factory: string,
  options: Options,
  names: OptionNames<Options>,
): void {
  const known = Object.keys(names);
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const meant = known.find((name) => areNear(unknown.toLowerCase(), name.toLowerCase()));
  const advice = meant === undefined ? '' : `: did you mean ${meant}?`;
  throw new TypeError(`${factory} has no option ${unknown}${advice}`);
}

function areNear(one: string, other: string): boolean {
  return Math.abs(one.length - other.length) <= NEAR && editDistance(one, other) <= NEAR;
}

/** The Levenshtein distance, by rows. */
function editDistance(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [at, letter] of [...one].entries()) {
    const row = [at + 1];
    for (const [column, otherLetter] of [...other].entries()) {
      const [left = 0, up = 0, corner = 0] = [row[column], above[column + 1], above[column]];
      row.push(Math.min(left + 1, up + 1, corner + (letter === otherLetter ? 0 : 1)));
    }
    above = row;
  }
  return above.at(-1) ?? 0;
}
