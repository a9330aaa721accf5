import {
  assertOptionNames,
  type CheckAnswer,
  type CheckContext,
  isVerificationStatus,
} from '@dialproof/core';
import { z } from 'zod';
import { readBaseUrl, readSecret, requireSecret, type Secret } from '../upstream/secret.js';
import {
  type Fetch,
  parsed,
  Upstream,
  type UpstreamReply,
  type UpstreamRequest,
} from '../upstream/upstream.js';
import type { Refusal, UpstreamFailure } from '../upstream/upstream-failure.js';
import { AnswersByNumber, type Quotable } from '../upstream/upstream-reply.js';

export interface DialproofOptions {
  /** The service's base address: calls go to `{baseUrl}/v1/...`. */
  readonly baseUrl: string;
  /** The token of the account that pays there. */
  readonly token: Secret;
  /** Default the global `fetch`. */
  readonly fetch?: Fetch;
}

export const SOURCE = 'dialproof';

/** Codes that mean something else than their HTTP status says by itself. What is wrong with their upstream is for them to mend. */
const REFUSALS: ReadonlyMap<string, Refusal> = new Map([
  ['account_suspended', 'suspended'],
  ['insufficient_credits', 'out_of_funds'],
  ['checker_unavailable', 'unavailable'],
  ['checker_unauthorized', 'unavailable'],
  ['checker_suspended', 'unavailable'],
  ['checker_out_of_funds', 'unavailable'],
] as const);

type DialproofRequest = Pick<UpstreamRequest, 'method'> &
  Partial<UpstreamRequest> & { readonly refusals?: readonly number[] };

/** The HTTP API of another service of this kind. */
export class DialproofApi {
  readonly #upstream: Upstream;
  readonly #baseUrl: string;
  readonly #token: Secret;

  constructor({ baseUrl, fetch, token }: DialproofOptions) {
    this.#upstream = new Upstream(SOURCE, fetch);
    this.#baseUrl = readBaseUrl('baseUrl', baseUrl);
    this.#token = requireSecret('token', token);
  }

  /** Resolves to a reply that is a success, or a refusal with one of the HTTP statuses `refusals`. Rejects with the errors of a checker. */
  async ask(
    path: string,
    { headers, refusals = [], ...request }: DialproofRequest,
    { signal }: CheckContext,
  ): Promise<UpstreamReply> {
    const token = await readSecret('token', this.#token, signal);
    const reply = await this.#upstream.send({
      ...request,
      url: this.#baseUrl + path,
      headers: { ...headers, authorization: `Bearer ${token}` },
      secrets: [token],
      signal,
    });
    if (reply.isSuccess || refusals.includes(reply.status)) return reply;
    const { data } = z.object({ detail: z.string() }).safeParse(parsed(reply.text));
    throw this.#upstream.refused(reply, data?.detail, REFUSALS.get(data?.detail ?? ''));
  }

  json(reply: UpstreamReply): unknown {
    return this.#upstream.json(reply);
  }

  failure(what: string): UpstreamFailure {
    return this.#upstream.failure(what);
  }
}

/** Asks for the credits of the account, `GET /v1/credits`, which costs none of them. Rejects as a check does. */
export async function tryDialproof(options: DialproofOptions, signal: AbortSignal): Promise<void> {
  assertOptionNames('tryDialproof', options, { baseUrl: true, fetch: true, token: true });
  await new DialproofApi(options).ask('/v1/credits', { method: 'GET' }, { signal });
}

/** A task that has ended. */
interface EndedTask {
  /** The count of its numbers. */
  readonly numbers: number;
  readonly checks_failed: number;
}

const HEADER = 'phone,verification_status';
const DETAILED_HEADER = `${HEADER},verification_source,verification_reason,verification_checked_at`;
/** A line whose reason consists of quotes has some 240 bytes. */
const BYTES_PER_LINE = 256;

/** A number and three short words have some hundred characters. A reply of megabytes in one cell, of quotes alone, would stop the event loop. */
const LONGEST_LINE = 4096;
/** The statuses with which a service refuses an unknown `columns`. */
const UNKNOWN_QUERY: readonly number[] = [400, 422];

const checkedAtCell = z.iso.datetime();

/** Downloads the answers of a task, with their sources if the service gives them. */
export async function downloadAnswers(
  api: DialproofApi,
  path: string,
  task: EndedTask,
  context: CheckContext,
): Promise<AnswersByNumber> {
  const request = { method: 'GET', maxBytes: 65_536 + task.numbers * BYTES_PER_LINE };
  // A service may put an apostrophe before cells that begin with a plus unless it is asked not to.
  const plain = `${path}/download?neutralize_formulas=false`;
  const detailed = `${plain}&columns=status,source,reason,checked_at`;
  let reply = await api.ask(detailed, { ...request, refusals: UNKNOWN_QUERY }, context);
  if (!reply.isSuccess) reply = await api.ask(plain, request, context);
  const [header = '', ...lines] = reply.text.replace(/^\uFEFF/, '').split(/\r?\n/);
  if (header !== HEADER && header !== DETAILED_HEADER) throw api.failure('answered with another file');
  const columns = header.split(',').length;
  const answers = new AnswersByNumber();
  for (const line of lines) {
    if (line.length > LONGEST_LINE) continue;
    const cells = cellsOf(line);
    if (cells.length === columns) answers.add(cells[0], answerIn(cells, task, reply.quotable));
  }
  return answers;
}

/** Undefined for a failed check: it is `unknown`, and there is no time at which it was answered. */
function answerIn(cells: readonly string[], task: EndedTask, quotable: Quotable): CheckAnswer | undefined {
  const [, status, source, reason, checkedAt = ''] = cells;
  if (!isVerificationStatus(status)) return undefined;
  if (status === 'unknown' && checkedAt === '' && task.checks_failed > 0) return undefined;
  const why = quotable(reportedReason.safeParse(reason).data);
  const when = checkedAtCell.safeParse(checkedAt).data;
  return {
    status,
    source: quotable(reportedSource.parse(source)) ?? SOURCE,
    ...(why === undefined ? {} : { reason: why }),
    ...(when === undefined ? {} : { checkedAt: new Date(when) }),
  };
}

const CELL = /("(?:[^"]|"")*"|[^,]*)(?:,|$)/gy;

/** No cell of the columns that are asked for has a line break in it. */
function cellsOf(line: string): string[] {
  const cells: string[] = [];
  for (const { 0: whole, 1: cell = '' } of line.matchAll(CELL)) {
    cells.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (!whole.endsWith(',')) break;
  }
  return cells;
}

/** The source of an answer, as the service reports it. A malformed one is replaced by this checker's own. */
export const reportedSource = z.stringFormat('source', /^[a-z0-9_.-]{1,40}$/).catch(SOURCE);

/** The reason of an answer, as the service reports it. A malformed one is left out. */
export const reportedReason = z
  .stringFormat('reason', /^[ -~]{1,60}$/)
  .optional()
  .catch(undefined);
