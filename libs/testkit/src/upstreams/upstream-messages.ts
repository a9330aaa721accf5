import type { IncomingHttpHeaders } from 'node:http';

/** A request as it arrived. */
export interface UpstreamRequest {
  readonly method: string;
  /** The path, decoded. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A reply as the vendor documents it: a text body is sent unchanged, any other as JSON. */
export interface UpstreamReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** A vendor's API. */
export type UpstreamAnswers = (request: UpstreamRequest) => UpstreamReply;

export function headersOf({ body, headers }: UpstreamReply): Record<string, string> {
  return { 'content-type': typeof body === 'string' ? 'text/plain' : 'application/json', ...headers };
}

export function bodyOf({ body }: UpstreamReply): string {
  return typeof body === 'string' ? body : JSON.stringify(body);
}
