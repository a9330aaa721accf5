import { EventEmitter } from 'node:events';
import https, { type RequestOptions } from 'node:https';
import { syncBuiltinESMExports } from 'node:module';

/** A request that was sent by HTTPS. */
export interface SentRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The IP address to which the sender connected. */
  readonly address: string;
}

/**
 * Receives a request and resolves to the HTTP status of the reply. It rejects if the connection breaks, and stays pending if no reply
 * comes.
 */
type Receive = (request: SentRequest) => Promise<number>;

/** Takes the place of requests by HTTPS: they reach `receive` and not the network. The returned function ends that. */
export function withoutSockets(receive: Receive): () => void {
  const { request } = https;
  const send = (url: URL, { headers, lookup, signal }: RequestOptions) => {
    const sent = new EventEmitter();
    signal?.addEventListener('abort', () => sent.emit('error', signal.reason), { once: true });
    const end = (body: string) =>
      lookup?.(url.hostname, {}, (_error, address) => {
        // libs/webhooks passes its headers as a plain object, and its `lookup` returns a single address.
        const asked = { url, body, headers: headers as SentRequest['headers'], address: String(address) };
        receive(asked).then(
          (statusCode) =>
            sent.emit('response', Object.assign(new EventEmitter(), { statusCode, headers: {} })),
          (error: unknown) => sent.emit('error', error),
        );
      });
    return Object.assign(sent, { end, destroy: () => sent });
  };
  Object.assign(https, { request: send });
  syncBuiltinESMExports();
  return () => {
    Object.assign(https, { request });
    syncBuiltinESMExports();
  };
}
