import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A connection for arbitrary bytes, which reads nothing by itself. `signal` ends it, also while it is being opened. */
export async function rawConnection(port: number, signal?: AbortSignal): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', ...(signal === undefined ? {} : { signal }) });
  socket.on('error', () => {}).pause();
  await once(socket, 'connect');
  return socket;
}

/** The head of a request. */
export function requestHead(
  target: string,
  token: string,
  headers: Readonly<Record<string, string>> = {},
): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${target} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n${lines.join('')}\r\n`;
}

/** The complete request of a single check. */
export function checkText(token: string): string {
  const body = '{"phone":"+14155550123"}';
  const headers = { 'content-type': 'application/json', 'content-length': String(body.length) };
  return requestHead('POST /v1/verify', token, headers) + body;
}

/** A form with one .csv file, and its Content-Type. */
export function fileForm(content: string): { readonly type: string; readonly body: string } {
  const boundary = 'dialproof-drill';
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body:
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="list.csv"\r\n` +
      `Content-Type: text/csv\r\n\r\n${content}\r\n--${boundary}--\r\n`,
  };
}
