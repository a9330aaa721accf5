import type { E164 } from '@dialproof/core';
import { readSecret, requireSecret, type Secret } from '../upstream/secret.js';
import type { UpstreamRequest } from '../upstream/upstream.js';
import type { Coverage } from './coverage.js';
import type { ReadDescription } from './description.js';
import {
  renderJson,
  renderText,
  type Scope,
  SECRET_PREFIX,
  scopeOfNumber,
  scopeOfNumbers,
  secretsIn,
} from './template.js';

/** Requests that are made from a template, whose placeholders have been checked. */
export class DescribedRequest {
  readonly #template: ReadDescription['request'];
  readonly #coverage: Coverage | undefined;
  readonly #secrets: ReadonlyMap<string, Secret>;

  /** Throws TypeError for a named secret that is missing or cannot be used. */
  constructor(
    template: ReadDescription['request'],
    coverage: Coverage | undefined,
    secrets: Readonly<Record<string, Secret>>,
  ) {
    this.#template = template;
    this.#coverage = coverage;
    this.#secrets = new Map(
      secretsIn(template).map((name) => [name, requireSecret(`secrets.${name}`, given(secrets, name))]),
    );
  }

  about(number: E164, signal: AbortSignal): Promise<UpstreamRequest> {
    return this.#render(this.#scopeOf(number), [], signal);
  }

  aboutMany(numbers: readonly E164[], signal: AbortSignal): Promise<UpstreamRequest> {
    const each = numbers.map((number) => this.#scopeOf(number));
    return this.#render(scopeOfNumbers(numbers), each, signal);
  }

  #scopeOf(number: E164): Scope {
    return scopeOfNumber(number, this.#coverage?.callingCodeOf(number));
  }

  async #render(ofNumbers: Scope, each: readonly Scope[], signal: AbortSignal): Promise<UpstreamRequest> {
    const { basic, form, headers, json, method, url } = this.#template;
    const secrets = new Map<string, string>();
    for (const [name, secret] of this.#secrets) {
      secrets.set(SECRET_PREFIX + name, await readSecret(`secrets.${name}`, secret, signal));
    }
    const scope: Scope = new Map([...ofNumbers, ...secrets]);
    const rendered: Record<string, string> = { accept: 'application/json' };
    for (const [name, text] of Object.entries(headers))
      rendered[name.toLowerCase()] = renderText(text, scope);
    const guarded = [...secrets.values()];
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
  { form, json }: Pick<ReadDescription['request'], 'form' | 'json'>,
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

function given(secrets: Readonly<Record<string, Secret>>, name: string): Secret {
  const secret = Object.hasOwn(secrets, name) ? secrets[name] : undefined;
  if (secret !== undefined) return secret;
  throw new TypeError(`option secrets.${name} is missing: the description names {${SECRET_PREFIX}${name}}`);
}
