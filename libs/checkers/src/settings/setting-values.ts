import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Secret } from '../upstream/secret.js';

/** Settings by name, as an environment has them. An empty text counts as missing. */
export type SettingTexts = Readonly<Record<string, string | undefined>>;

/** No checker or webhook can be made of these settings. The message has a sentence for each problem, one a line, and holds no secret. */
export class CheckerSettingsError extends Error {
  override readonly name = 'CheckerSettingsError';

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
  }
}

/** Reads settings and gathers their problems, one sentence each, so that all of them can be corrected at once. */
export class SettingValues {
  readonly problems: string[] = [];
  readonly #texts: SettingTexts;
  #standIns = 0;

  constructor(texts: SettingTexts) {
    this.#texts = texts;
  }

  /** The number of missing or unreadable settings, which were read as values that no checker accepts: the checker's own refusal adds nothing. */
  get standIns(): number {
    return this.#standIns;
  }

  text(name: string): string | undefined {
    return this.#texts[name] || undefined;
  }

  /** Returns an empty text for a missing setting, and notes the problem. */
  required(name: string, of: string): string {
    const text = this.text(name);
    if (text !== undefined) return text;
    this.problems.push(`The checker ${of} needs ${name}.`);
    this.#standIns += 1;
    return '';
  }

  choice<Choice extends string>(name: string, choices: readonly Choice[], fallback: Choice): Choice {
    const text = this.text(name) ?? fallback;
    const found = choices.find((choice) => choice === text);
    if (found === undefined)
      this.problems.push(`${name} is "${text}", expected one of: ${choices.join(', ')}.`);
    return found ?? fallback;
  }

  /** A decimal number above 0, and at most `most`. */
  amount(name: string, most?: number): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const amount = decimalOf(text) ?? 0;
    if (amount > 0 && amount <= (most ?? amount)) return amount;
    const upTo = most === undefined ? ', such as 0.005' : ` and at most ${most}`;
    this.problems.push(`${name} is "${text}", expected a number above 0${upTo}.`);
    return undefined;
  }

  secret(name: string, of: string): Secret {
    const secret = this.optionalSecret(name);
    if (secret !== undefined) return secret;
    this.problems.push(
      `The checker ${of} needs ${name}, or ${name}_FILE with the path of a file that holds it.`,
    );
    this.#standIns += 1;
    return '';
  }

  /**
   * A secret, from the variable or from the file that `<name>_FILE` names. The file is read again for each call of the upstream, so that it
   * can be replaced while the process runs.
   */
  optionalSecret(name: string): Secret | undefined {
    const text = this.text(name);
    const path = this.text(`${name}_FILE`);
    if (text !== undefined && path !== undefined) {
      this.problems.push(`Both ${name} and ${name}_FILE are set: leave one out.`);
    }
    if (text !== undefined || path === undefined) return text;
    if (this.#fileText(`${name}_FILE`, path)?.trim() === '') {
      this.problems.push(`${name}_FILE names an empty file, ${path}.`);
    }
    return async () => (await readFile(path, 'utf8')).trim();
  }

  /** Reads the .json file that a setting names. Returns undefined if it cannot be read, and notes the problem. */
  json(name: string, of: string): unknown {
    const path = this.required(name, of);
    if (path === '') return undefined;
    const text = this.#fileText(name, path);
    try {
      if (text !== undefined) return JSON.parse(text);
    } catch (error) {
      this.problems.push(`${name} names ${path}, which is no JSON: ${messageOf(error)}`);
    }
    this.#standIns += 1;
    return undefined;
  }

  #fileText(name: string, path: string): string | undefined {
    try {
      return readFileSync(path, 'utf8');
    } catch (error) {
      this.problems.push(`${name} names a file that cannot be read: ${messageOf(error)}.`);
      return undefined;
    }
  }
}

/** A decimal number that is exact to a millionth; undefined for any other text. */
export function decimalOf(text: string): number | undefined {
  return /^\d{1,9}(?:\.\d{1,6})?$/.test(text) ? Number(text) : undefined;
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
