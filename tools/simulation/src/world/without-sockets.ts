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

/** Resolves to the status of the answer. Rejects if the connection breaks; a promise that is never settled is no answer. */
type Receive = (request: SentRequest) => Promise<number>;

/** Takes the place of requests by HTTPS: they reach `receive` and not the network. The returned function ends that. */
export function withoutSockets(receive: Receive): () => void {
  const { request } = https;
  const send = (url: URL, { headers, lookup, signal }: RequestOptions) => {
    const sent = new EventEmitter();
    signal?.addEventListener('abort', () => sent.emit('error', signal.reason), { once: true });
    const end = (body: string) =>
      lookup?.(url.hostname, {}, (_error, address) => {
        // The sender of webhooks has plain headers, and looks up one address.
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
