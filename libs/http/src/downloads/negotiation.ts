import fresh from 'fresh';
import Negotiator from 'negotiator';
import type { HttpRequest } from '../message/http-message.js';

/** Whether the client takes gzip, by its `Accept-Encoding`. Without the header, the content is sent uncompressed. */
export function acceptsGzip(request: Pick<HttpRequest, 'header'>): boolean {
  const headers = { 'accept-encoding': request.header('accept-encoding') };
  return new Negotiator({ headers }).encoding(['gzip', 'identity']) === 'gzip';
}

/**
 * Whether the client has the content with this tag, by its `If-None-Match`. A weak tag counts too: a proxy that compresses replies has to
 * make the tag weak.
 */
export function hasContent(request: Pick<HttpRequest, 'header'>, etag: string): boolean {
  return fresh({ 'if-none-match': request.header('if-none-match') }, { etag });
}
