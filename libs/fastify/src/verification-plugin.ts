import type { IncomingMessage } from 'node:http';
import { DialproofError, type ErrorCode } from '@dialproof/core';
import { createHttpContract, type HttpContractOptions, nodeAddress } from '@dialproof/http';
import { answerNodeRequest, takeOverReply } from '@dialproof/http/adapter';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest, RegisterOptions } from 'fastify';

export type VerificationPluginOptions = HttpContractOptions<FastifyRequest> & RegisterOptions;

/**
 * The HTTP contract as a Fastify plugin, to be given to `register`, with a `prefix` or without. It has routes for the contract's own paths
 * and leaves every other request to the host. The host's hooks run in front of it up to `preHandler`, and `account` gets Fastify's request,
 * with the properties that they have set. Registering it fails with TypeError for bad options.
 */
export const verificationPlugin: FastifyPluginAsync<VerificationPluginOptions> = async (app, options) => {
  // Fastify passes its own options of the registration together with ours.
  const { prefix: _prefix, logLevel: _logLevel, logSerializers: _logSerializers, ...rest } = options;
  const contract = createHttpContract({ ...rest, address: rest.address ?? nodeAddress });
  // The contract reads bodies itself, uploads as they arrive. The host's parsers and its `bodyLimit` do not apply.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null));
  // Event streams do not end by themselves, and closing waits for open replies.
  app.addHook('preClose', (closed) => {
    contract.close();
    closed();
  });

  for (const template of contract.paths) {
    const answer = (request: FastifyRequest, reply: FastifyReply, refusal?: DialproofError) => {
      const facts = { path: pathOf(template, request), raw: request, parsedBody: refusal };
      // It never answers before this function returns, so the next lines still come in time.
      if (answerNodeRequest(contract, request.raw, reply.raw, facts)) takeOverReply(reply);
      else reply.callNotFound();
    };
    app.all(template.replace(ITEM, ':$1'), {
      handler: (request, reply) => answer(request, reply),
      errorHandler(error, request, reply) {
        const refusal = fastifyRefusal(error);
        // Thrown again for the error handler of the host.
        if (refusal === undefined) throw error;
        answer(request, reply, refusal);
      },
    });
  }
};

/** The segment of a path that names an item. */
const ITEM = /\{(\w+)\}/;

/** From the found route and not from the URL: prefixes may have parameters, and hosts may allow other forms of a path. */
function pathOf(template: string, { params }: FastifyRequest): string {
  return template.replace(ITEM, (_segment, name) => {
    const id: unknown = Reflect.get(Object(params), name);
    return encodeURIComponent(String(id));
  });
}

/** Fastify's own refusals on a route before the route's handler. Errors of a host's hooks have other codes. */
const REFUSALS: ReadonlyMap<unknown, readonly [code: ErrorCode, hint: string]> = new Map([
  ['FST_ERR_CTP_INVALID_MEDIA_TYPE', ['unsupported_media_type', 'the Content-Type is not a media type']],
  ['FST_ERR_ROUTE_MISSING_CONTENT_TYPE', ['unsupported_media_type', 'the request names no Content-Type']],
]);

/** The contract's refusal of a request that Fastify has refused in front of it. Undefined for every other error. */
export function fastifyRefusal(error: unknown): DialproofError | undefined {
  const { code }: { readonly code?: unknown } = Object(error);
  const refusal = REFUSALS.get(code);
  return refusal && new DialproofError(refusal[0], { hint: refusal[1], cause: error });
}

/**
 * The URL of a request as Fastify can decode it, for Fastify's option `rewriteUrl`: in a path with a percent encoding that means nothing
 * (`%zz`), the percent signs stand for themselves. Fastify answers such a path before it asks any plugin; rewritten, it is found or
 * not found like any other.
 */
export function decodableUrl({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  const [path = '', ...query] = url.split('?');
  if (canBeDecoded(path)) return url;
  return [path.replaceAll('%', '%25'), ...query].join('?');
}

function canBeDecoded(path: string): boolean {
  try {
    decodeURI(path);
    return true;
  } catch {
    return false;
  }
}
