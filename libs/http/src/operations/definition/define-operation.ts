import { DialproofError, type ErrorCode, type Scope, type VerificationService } from '@dialproof/core';
import type { z } from 'zod';
import { mediaType } from '../../message/body-headers.js';
import { type HttpReply, type HttpRequest, jsonReply } from '../../message/http-message.js';
import { JsonValues } from '../../message/json-values.js';
import { queryParameters, TextValues } from '../../message/text-values.js';
import type { Attempt, WithheldMembers } from '../../replays/once.js';
import type { FileField } from '../../uploads/file-settings.js';
import type { EmptyReply, FileForm, JsonBody, JsonReply, OperationBody, OperationReply } from './content.js';
import { type FileBody, fileHandler, isAboutFile } from './file-handler.js';
import {
  type AccountCall,
  type AccountHandler,
  type OpenCall,
  type OpenHandler,
  type OperationCall,
  type OperationParts,
  readBody,
} from './operation-call.js';
import { errorsOf } from './operation-errors.js';

/** An operation of the HTTP API, for its description. */
export interface OperationDescription {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below the mount. One segment at most is in braces: the id of the item that the operation is about. */
  readonly path: `/v1/${string}`;
  readonly tag: 'numbers' | 'tasks' | 'lists' | 'account' | 'webhooks' | 'service';
  /** The rate limit that its requests count for. Default `other`. */
  readonly policy?: 'verify' | 'files' | 'other';
  readonly summary: string;
  readonly query?: z.ZodObject | undefined;
  readonly body?: OperationBody | undefined;
  /** The form that a request may have in place of the body of JSON, or of none. */
  readonly form?: FileForm | undefined;
  /** Its request headers, by name, beside those of every request. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly reply: OperationReply;
  /** Further replies without a body. */
  readonly emptyReplies?: readonly EmptyReply[];
  /** The codes of its refusals, besides those that follow from its access, path, query, body and part. */
  readonly errors: readonly ErrorCode[];
}

/** The part of a contract that performs the operation. */
export interface PartOf<Part> {
  /** Null if the host has not given it. */
  of(parts: OperationParts): Part | null | undefined;
  /** The refusal without the part. */
  refusal(): DialproofError;
}

type QueryOf<Query> = Query extends z.ZodObject ? z.output<Query> : undefined;
/** The settings of a form that are not those of every file. */
export type OwnSettings<Settings extends z.ZodObject> = Omit<z.output<Settings>, FileField>;

type BodyOf<Body> =
  Body extends JsonBody<infer Shape>
    ? z.output<Shape>
    : Body extends FileForm<infer Settings>
      ? FileBody<OwnSettings<Settings>>
      : undefined;
type ResultOf<Reply> =
  Reply extends JsonReply<z.ZodType, infer Result>
    ? Promise<Result>
    : Reply extends EmptyReply
      ? Promise<void>
      : Promise<HttpReply>;

interface Definition<Query, Body, Reply, Part> extends OperationDescription {
  readonly query?: Query & OperationDescription['query'];
  readonly body?: Body & OperationDescription['body'];
  readonly reply: Reply & OperationReply;
  /** Default: the service. */
  readonly part?: PartOf<Part>;
}

interface AccountDefinition<Query, Body, Form, Reply, Part> extends Definition<Query, Body, Reply, Part> {
  readonly form?: Form & OperationDescription['form'];
  /** The scope that credentials with scopes need. */
  readonly scope: Scope;
  /** Whether a POST only reads, and so takes no `Idempotency-Key`. Default false. */
  readonly isReadOnly?: boolean;
  /** Why a POST refuses an `Idempotency-Key`, as a hint. Default: it takes one. */
  readonly refusesKey?: string;
  /** The members of its JSON that are found again for a repeat instead of being kept. Default: all of it is kept. */
  withheld?(part: Part, call: AccountCall): WithheldMembers;
  /** Does the work. Its query and its body have been read, and a repeat with its key has been found. */
  run(
    part: Part,
    call: OperationCall<QueryOf<Query>, BodyOf<Body> | (Form extends FileForm ? BodyOf<Form> : never)>,
  ): ResultOf<Reply>;
}

interface OpenDefinition<Body, Reply, Part> extends Definition<undefined, Body, Reply, Part> {
  run(part: Part, call: OpenCall<BodyOf<Body>>): ResultOf<Reply>;
}

interface DefinedOperation<Reply extends OperationReply> extends OperationDescription {
  readonly reply: Reply;
  /** Whether it takes an `Idempotency-Key`. */
  readonly takesKey: boolean;
  /** Whether the parts of a contract include its own. */
  hasPart(parts: OperationParts): boolean;
}

/** An operation of authenticated callers. */
export interface AccountOperation<Reply extends OperationReply = OperationReply>
  extends DefinedOperation<Reply> {
  readonly access: 'account';
  readonly scope: Scope;
  /** Whether it is a POST that only reads. */
  readonly isReadOnly?: boolean;
  /** Its handler, which refuses every request with `not_supported` if its part is missing. */
  handler(parts: OperationParts): AccountHandler;
}

/** An operation that anyone may call. */
export interface OpenOperation<Reply extends OperationReply = OperationReply>
  extends DefinedOperation<Reply> {
  readonly access: 'open';
  readonly scope: null;
  /** Returns its handler; undefined if the host has left out the part that it needs. The mount then leaves the path to the host. */
  handler(parts: OperationParts): OpenHandler | undefined;
}

export type Operation = AccountOperation | OpenOperation;

/**
 * Defines an operation of authenticated callers. Everything else follows from the definition: routing, the reading of requests, error
 * replies, the description, the routes of frameworks, the client's types.
 */
export function defineOperation<
  Query extends z.ZodObject | undefined = undefined,
  Body extends OperationBody | undefined = undefined,
  Form extends FileForm | undefined = undefined,
  Reply extends OperationReply = OperationReply,
  Part = VerificationService,
>(definition: AccountDefinition<Query, Body, Form, Reply, Part>): AccountOperation<Reply> {
  const { method, isReadOnly = false, refusesKey } = definition;
  const part = partOf(definition);
  const takesKey = method === 'POST' && !isReadOnly && refusesKey === undefined;
  const keyed = { access: 'account', takesKey } as const;
  return Object.freeze({
    ...definition,
    ...keyed,
    errors: errorsOf(definition, { ...keyed, needsPart: definition.part !== undefined }),
    hasPart: (parts: OperationParts) => isGiven(part.of(parts)),
    handler(parts: OperationParts): AccountHandler {
      const given = part.of(parts);
      return isGiven(given) ? accountHandler(definition, given, parts) : refuse(part);
    },
  });
}

/** Defines an operation that anyone may call. */
export function defineOpenOperation<
  Body extends JsonBody | undefined = undefined,
  Reply extends OperationReply = OperationReply,
  Part = VerificationService,
>(definition: OpenDefinition<Body, Reply, Part>): OpenOperation<Reply> {
  const part = partOf(definition);
  const facts = { access: 'open', scope: null, takesKey: false } as const;
  return Object.freeze({
    ...definition,
    ...facts,
    errors: errorsOf(definition, { ...facts, needsPart: false }),
    hasPart: (parts: OperationParts) => isGiven(part.of(parts)),
    handler(parts: OperationParts): OpenHandler | undefined {
      const given = part.of(parts);
      return isGiven(given) ? openHandler(definition, given, parts) : undefined;
    },
  });
}

function partOf<Part>({ part }: { readonly part?: PartOf<Part> }): PartOf<Part> {
  // Without a part of its own, `Part` is the service, by its default.
  return part ?? { of: ({ service }) => service as Part, refusal: () => new DialproofError('not_supported') };
}

function isGiven<Part>(part: Part | null | undefined): part is Part {
  return part !== null && part !== undefined;
}

function refuse({ refusal }: Pick<PartOf<unknown>, 'refusal'>): AccountHandler {
  return async () => {
    throw refusal();
  };
}

/** The work of a definition, whose types its callers have checked. */
type Run = (call: OperationCall<unknown, unknown>) => Promise<unknown>;

function accountHandler<Query, Body, Form, Reply, Part>(
  definition: AccountDefinition<Query, Body, Form, Reply, Part>,
  part: Part,
  parts: OperationParts,
): AccountHandler {
  const { body, reply, refusesKey } = definition;
  // The values that are read below have the types of the shapes.
  const run: Run = (call) => definition.run(part, call as never);
  const ofForm = (form: FileForm) =>
    fileHandler(parts, form, async (call) => replyOf(reply, await run(call)));
  if (body?.mediaType === 'multipart/form-data') return ofForm(body);
  const takeFile = definition.form && ofForm(definition.form);
  // An operation without another body must not ignore a file that is sent in a wrong way, and verify the rows of before.
  const isOfForm = body === undefined ? isAboutFile : isMultipart;
  const readQuery = queryReader(definition.query);
  const values = body && new JsonValues(body.shape, body.refusals);
  return async (call) => {
    if (takeFile !== undefined && isOfForm(call.request)) return takeFile(call);
    if (refusesKey !== undefined && call.request.header('idempotency-key') !== undefined) {
      // If it were ignored, a repeat would be done twice, although the caller relies on once.
      throw new DialproofError('malformed_request', { hint: refusesKey });
    }
    const query = readQuery?.(call.request.query);
    const asked = values && (await readBody(call, values, parts.maxJsonBytes));
    const { request, accountId, id, once, access, subject } = call;
    const caller = asked?.caller ?? call.caller;
    // Spelled out: a spread costs several microseconds in each request.
    const answer = async (attempt: Attempt | undefined) =>
      replyOf(
        reply,
        await run({
          request,
          accountId,
          caller,
          id,
          access,
          subject,
          query,
          body: asked?.body,
          attempt,
          parts,
        }),
      );
    const withheld = definition.withheld?.(part, call);
    return once.answer(answer, { asked: asked?.body, ...(withheld === undefined ? {} : { withheld }) });
  };
}

function isMultipart(request: HttpRequest): boolean {
  return mediaType(request) === 'multipart/form-data';
}

function openHandler<Body, Reply, Part>(
  { body, reply, run }: OpenDefinition<Body, Reply, Part>,
  part: Part,
  parts: OperationParts,
): OpenHandler {
  const values =
    body?.mediaType === 'application/json' ? new JsonValues(body.shape, body.refusals) : undefined;
  return async (request, subject) => {
    const asked = await values?.read(request, parts.maxJsonBytes);
    // As above, the value has the type of the shape.
    return replyOf(reply, await run(part, { request, body: asked as BodyOf<Body>, subject, parts }));
  };
}

function queryReader(shape: z.ZodObject | undefined): ((query: string) => unknown) | undefined {
  if (shape === undefined) return undefined;
  const values = new TextValues(shape);
  return (query) => values.read(queryParameters(query, values.names), "the query's ");
}

function replyOf(reply: OperationReply, result: unknown): HttpReply {
  switch (reply.kind) {
    case 'json':
      // The types of a definition say that its result is for this.
      return jsonReply(reply.status, reply.convert(result as never));
    case 'empty':
      return { status: reply.status, headers: { 'cache-control': 'no-store' }, body: '' };
    case 'json-or-csv':
    case 'stream':
      // The operation has made it.
      return result as HttpReply;
    default:
      return reply satisfies never;
  }
}
