import type { DetailedAnswer, E164 } from '@dialproof/core';
import { findingAnswer } from '../line-state.js';
import { type DefectOf, readSecret, requireSecret, type Secret } from '../upstream/secret.js';
import type { UpstreamRequest } from '../upstream/upstream.js';
import type { ReadDescription } from './description.js';
import {
  renderJson,
  renderText,
  type Scope,
  SECRET_PREFIX,
  scopeOfNumber,
  scopeOfNumbers,
  secretsIn,
  TOKEN,
} from './template.js';

/** The secrets whose placeholders occur in a part of a description. */
export class DescribedSecrets {
  readonly #secrets: ReadonlyMap<string, Secret>;
  readonly #defectOf: DefectOf | undefined;

  /**
   * Throws TypeError for a named secret that is missing or cannot be used. `defectOf` finds the faults of secrets that are sent elsewhere than
   * in a header; by default a secret must fit into one.
   */
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

type RequestTemplate = ReadDescription['request'];

/** Requests that are made from a template, whose placeholders have been checked. */
export class DescribedRequest {
  readonly #template: RequestTemplate;
  readonly #coverage: Coverage | undefined;
  readonly #secrets: DescribedSecrets;

  /** Throws TypeError for a named secret that is missing or cannot be used. */
  constructor(
    template: RequestTemplate,
    coverage: Coverage | undefined,
    secrets: Readonly<Record<string, Secret>>,
  ) {
    this.#template = template;
    this.#coverage = coverage;
    this.#secrets = new DescribedSecrets(template, secrets);
  }

  /** `further` has the values of placeholders that stand for no number. */
  about(number: E164, further: Scope, signal: AbortSignal): Promise<UpstreamRequest> {
    return this.#render(new Map([...this.#scopeOf(number), ...further]), [], signal);
  }

  aboutMany(numbers: readonly E164[], further: Scope, signal: AbortSignal): Promise<UpstreamRequest> {
    const each = numbers.map((number) => this.#scopeOf(number));
    return this.#render(new Map([...scopeOfNumbers(numbers), ...further]), each, signal);
  }

  /** A request that names no number. */
  plain(signal: AbortSignal): Promise<UpstreamRequest> {
    return this.#render(new Map(), [], signal);
  }

  #scopeOf(number: E164): Scope {
    return scopeOfNumber(number, this.#coverage?.callingCodeOf(number));
  }

  async #render(values: Scope, each: readonly Scope[], signal: AbortSignal): Promise<UpstreamRequest> {
    const { basic, form, headers, json, method, url } = this.#template;
    const secrets = await this.#secrets.read(signal);
    const scope: Scope = new Map([...values, ...secrets]);
    const rendered: Record<string, string> = { accept: 'application/json' };
    for (const [name, text] of Object.entries(headers))
      rendered[name.toLowerCase()] = renderText(text, scope);
    const token = scope.get(TOKEN);
    const guarded = [...secrets.values(), ...(typeof token === 'string' ? [token] : [])];
    if (basic !== undefined) {
      const pair = `${renderText(basic.user, scope)}:${renderText(basic.password, scope)}`;
      const credentials = Buffer.from(pair).toString('base64');
      rendered['authorization'] = `Basic ${credentials}`;
      guarded.push(credentials);
    }
    const body = renderBody({ form, json }, scope, each);
    if (body !== undefined) rendered['content-type'] ??= body.type;
    return {
      method,
      url: renderText(url, scope, encodeURIComponent),
      headers: rendered,
      secrets: guarded,
      signal,
      ...(body === undefined ? {} : { body: body.text }),
    };
  }
}

function renderBody(
  { form, json }: Pick<RequestTemplate, 'form' | 'json'>,
  scope: Scope,
  each: readonly Scope[],
): { readonly type: string; readonly text: string } | undefined {
  if (json !== undefined) {
    return { type: 'application/json', text: JSON.stringify(renderJson(json, scope, each)) };
  }
  if (form === undefined) return undefined;
  const fields = Object.entries(form).map(([name, text]): [string, string] => [
    name,
    renderText(text, scope),
  ]);
  return { type: 'application/x-www-form-urlencoded', text: new URLSearchParams(fields).toString() };
}

/** The calling codes that an API covers. It is not asked about other numbers. */
export class Coverage {
  readonly #callingCodes: readonly string[];
  readonly #answer: DetailedAnswer;

  constructor({ callingCodes }: NonNullable<ReadDescription['covers']>, source: string) {
    this.#callingCodes = callingCodes;
    this.#answer = findingAnswer('line_unclear', { source, word: 'not covered' });
  }

  /** The covered calling code of a number. No calling code begins with another one. */
  callingCodeOf(number: E164): string | undefined {
    return this.#callingCodes.find((code) => number.startsWith(`+${code}`));
  }

  /** The answer for a number that is not covered. */
  answerWithoutCall(number: E164): DetailedAnswer | undefined {
    return this.callingCodeOf(number) === undefined ? this.#answer : undefined;
  }
}
