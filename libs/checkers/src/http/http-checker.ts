import type { BulkNumberChecker, CheckContext, E164, NumberChecker } from '@dialproof/core';
import { AnswersByNumber, digitsOf, maxBulkBytes } from '../upstream/answers-by-number.js';
import type { Secret } from '../upstream/secret.js';
import { type Fetch, Upstream, type UpstreamReply } from '../upstream/upstream.js';
import { answerIn, answerOf } from './described-answer.js';
import { refusalIn } from './described-refusal.js';
import { DescribedRequest } from './described-request.js';
import { type ReadDescription, readDescription } from './description.js';
import { valueAt } from './json-path.js';

export interface HttpCheckerOptions {
  /** What `{secret.name}` stands for in the description, which is no place for secrets itself. */
  readonly secrets?: Readonly<Record<string, Secret>>;
  /** Default the global `fetch`. */
  readonly fetch?: Fetch;
}

/**
 * Asks any HTTP API by a description in JSON: one number a call, or many where the description has `bulk`. It tells
 * what the description makes of the API's answers and nothing else: a value that is not listed is a failed check. What a number costs is
 * in the vendor's price list.
 *
 * Throws TypeError for a description that is wrong; the message names each field. See `docs/http-checker.md` for every field and an example
 * of each style of API.
 */
export function httpChecker(
  description: unknown,
  options: HttpCheckerOptions = {},
): NumberChecker | BulkNumberChecker {
  const read = readDescription(description);
  const api = new DescribedApi(read, options);
  const { bulk } = read;
  if (bulk === undefined) return { check: (number, context) => api.check(number, context) };
  return {
    maxNumbers: bulk.maxNumbers,
    checkMany: (numbers, context) => api.checkMany(numbers, bulk, context),
  };
}

class DescribedApi {
  readonly #description: ReadDescription;
  readonly #request: DescribedRequest;
  readonly #upstream: Upstream;

  constructor(description: ReadDescription, { fetch, secrets = {} }: HttpCheckerOptions) {
    this.#description = description;
    this.#request = new DescribedRequest(description.request, secrets);
    this.#upstream = new Upstream(description.name, fetch);
  }

  async check(number: E164, { signal }: CheckContext): ReturnType<NumberChecker['check']> {
    const { answer: rules, name: source } = this.#description;
    const reply = await this.#upstream.send(await this.#request.about(number, signal));
    const refusal = refusalIn(reply, this.#description, this.#upstream);
    if (refusal !== undefined) throw refusal;
    const outcome = rules.httpStatus[String(reply.status)];
    const found = `HTTP ${reply.status}`;
    const read =
      outcome === undefined
        ? answerIn(this.#read(reply, number), this.#description)
        : answerOf(outcome, { found, source, reason: found });
    if ('problem' in read) throw this.#upstream.failure(read.problem);
    return read.answer;
  }

  async checkMany(
    numbers: readonly E164[],
    { entries: path, number }: NonNullable<ReadDescription['bulk']>,
    { signal }: CheckContext,
  ): ReturnType<BulkNumberChecker['checkMany']> {
    const asked = [...new Set(numbers)];
    const request = await this.#request.aboutMany(asked, signal);
    const reply = await this.#upstream.send({ ...request, maxBytes: maxBulkBytes(asked.length) });
    const refusal = refusalIn(reply, this.#description, this.#upstream);
    if (refusal !== undefined) throw refusal;
    const entries = valueAt(this.#read(reply), path);
    if (
      typeof entries !== 'object' ||
      entries === null ||
      Array.isArray(entries) !== (number !== undefined)
    ) {
      throw this.#upstream.failure('answered without the entries that the description names');
    }
    const answers = new AnswersByNumber();
    for (const [key, entry] of Object.entries(entries)) {
      const read = answerIn(entry, this.#description);
      const answer = 'answer' in read ? read.answer : undefined;
      answers.add(number === undefined ? key : valueAt(entry, number), answer);
    }
    return answers.inOrderOf(numbers);
  }

  /** The JSON of a success, about this number where the answer names one. */
  #read(reply: UpstreamReply, number?: E164): unknown {
    if (!reply.isSuccess) throw this.#upstream.refused(reply);
    const body = this.#upstream.json(reply);
    const { number: path } = this.#description.answer;
    if (number !== undefined && path !== undefined && digitsOf(valueAt(body, path)) !== number.slice(1)) {
      throw this.#upstream.failure('answered about another number');
    }
    return body;
  }
}
