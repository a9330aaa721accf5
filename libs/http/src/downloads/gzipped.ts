import { pipeline, Readable } from 'node:stream';
import { constants, createGzip } from 'node:zlib';
import fresh from 'fresh';
import Negotiator from 'negotiator';
import type { HttpRequest } from '../message/http-message.js';

/** The same content, compressed. Leaving it also leaves the content, even if nothing was read. */
export function gzipped(content: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  return {
    [Symbol.asyncIterator]() {
      const source = Readable.from(content, { objectMode: false });
      // Higher levels shrink lists of numbers only a little more, and take three times as long.
      const gzip = createGzip({ level: constants.Z_BEST_SPEED });
      // The reader gets every failure.
      pipeline(source, gzip, () => {});
      const pieces = gzip[Symbol.asyncIterator]();
      let isLeft = false;
      return {
        async next() {
          try {
            return await pieces.next();
          } catch (error) {
            // A reader that leaves while a piece is on its way has not failed.
            if (isLeft) return { done: true, value: undefined };
            throw error;
          }
        },
        async return() {
          isLeft = true;
          gzip.destroy();
          source.destroy();
          return { done: true, value: undefined };
        },
      };
    },
  };
}

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
