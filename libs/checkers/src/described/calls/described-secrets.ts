import { type DefectOf, readSecret, requireSecret, type Secret } from '../../upstream/secret.js';
import { SECRET_PREFIX, secretsIn } from '../template.js';

/** The secrets whose placeholders occur in a part of a description. */
export class DescribedSecrets {
  readonly #secrets: ReadonlyMap<string, Secret>;
  readonly #defectOf: DefectOf | undefined;

  /** Throws TypeError for a named secret that is missing or cannot be used. `defectOf` is for secrets that no header carries. */
  constructor(part: unknown, given: Readonly<Record<string, Secret>>, defectOf?: DefectOf) {
    this.#defectOf = defectOf;
    this.#secrets = new Map(
      secretsIn(part).map((name) => [name, requireSecret(optionOf(name), secretIn(given, name), defectOf)]),
    );
  }

  /** The current values of the secrets, by placeholder, such as `secret.key`. A secret in a file is read again. */
  async read(signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
    const read = new Map<string, string>();
    for (const [name, secret] of this.#secrets)
      read.set(SECRET_PREFIX + name, await readSecret(optionOf(name), secret, signal, this.#defectOf));
    return read;
  }
}

function optionOf(name: string): string {
  return `secrets.${name}`;
}

function secretIn(given: Readonly<Record<string, Secret>>, name: string): Secret {
  const secret = Object.hasOwn(given, name) ? given[name] : undefined;
  if (secret !== undefined) return secret;
  throw new TypeError(`option ${optionOf(name)} is missing: the description names {${SECRET_PREFIX}${name}}`);
}
