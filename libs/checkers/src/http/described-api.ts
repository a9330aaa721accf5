import type { BulkNumberChecker, CheckContext, E164, NumberChecker } from '@dialproof/core';
import { functionOption } from '../calls/option-checks.js';
import { digitsOf, maxBulkBytes } from '../upstream/answers-by-number.js';
import type { Secret } from '../upstream/secret.js';
import { type Fetch, Upstream, type UpstreamReply } from '../upstream/upstream.js';
import { answerIn, answerOf } from './described-answer.js';
import { answersInEntries, type Bulk } from './described-entries.js';
import { refusalIn } from './described-refusal.js';
import { DescribedRequest } from './described-request.js';
import type { ReadDescription } from './description.js';
import { valueAt } from './json-path.js';

export interface HttpCheckerOptions {
  /** The values of `{secret.name}` in the description, which must not contain secrets itself. */
  readonly secrets?: Readonly<Record<string, Secret>>;
  /**
   * Hears why numbers of a bulk answer were failed checks while others were answered, such as `answered with a value at state that the
   * description does not list`: each reason once. Where no number was answered, the call rejects with it instead. What it throws is ignored.
   */
  readonly onFailedEntry?: (problem: string) => void;
  /** Default the global `fetch`. */
  readonly fetch?: Fetch;
}

/** The API of a description. Throws TypeError for secrets that do not fit it. */
export class DescribedApi {
  readonly #description: ReadDescription;
  readonly #request: DescribedRequest;
  readonly #upstream: Upstream;
  readonly #onFailedEntry: HttpCheckerOptions['onFailedEntry'];
  /** At most as many as the description has values and paths. */
  readonly #reportedProblems = new Set<string>();

  constructor(description: ReadDescription, { fetch, onFailedEntry, secrets = {} }: HttpCheckerOptions) {
    this.#description = description;
    this.#request = new DescribedRequest(description.request, secrets);
    this.#upstream = new Upstream(description.name, fetch);
    this.#onFailedEntry = functionOption('onFailedEntry', onFailedEntry);
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
        ? answerIn(this.#read(reply, number), this.#description, reply.quotable)
        : answerOf(outcome, { found, source, reason: found });
    if ('problem' in read) throw this.#upstream.failure(read.problem);
    return read.answer;
  }

  async checkMany(
    numbers: readonly E164[],
    bulk: Bulk,
    { signal }: CheckContext,
  ): ReturnType<BulkNumberChecker['checkMany']> {
    const asked = [...new Set(numbers)];
    const request = await this.#request.aboutMany(asked, signal);
    const reply = await this.#upstream.send({ ...request, maxBytes: maxBulkBytes(asked.length) });
    const refusal = refusalIn(reply, this.#description, this.#upstream);
    if (refusal !== undefined) throw refusal;
    const entries = valueAt(this.#read(reply), bulk.entries);
    const read = answersInEntries(entries, bulk, this.#description, reply.quotable);
    if (read === undefined)
      throw this.#upstream.failure('answered without the entries that the description names');
    const [problem] = read.problems;
    if (!read.hasAnswers && problem !== undefined) throw this.#upstream.failure(problem);
    for (const one of read.problems) this.#report(one);
    return read.answers.inOrderOf(numbers);
  }

  #report(problem: string): void {
    if (this.#reportedProblems.has(problem)) return;
    this.#reportedProblems.add(problem);
    try {
      this.#onFailedEntry?.(problem);
    } catch {
      // The host's own code: its defect must not cost the answers.
    }
  }

  /** The JSON of a success. If the answer names a number, it must be this one. */
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
