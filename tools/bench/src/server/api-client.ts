import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { request } from 'node:http';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** The part of the HTTP API that benchmarks use. File bodies are streamed both ways, so the client's memory plays no part. */
export class ApiClient {
  readonly #port: number;
  readonly #token: string;

  constructor(port: number, token: string) {
    this.#port = port;
    this.#token = token;
  }

  async upload(file: string): Promise<string> {
    const boundary = 'dialproof-benchmark';
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${basename(file)}"\r\n\r\n`;
    const tail = `\r\n--${boundary}--\r\n`;
    const { size } = await stat(file);
    const call = this.#call('POST', '/v1/verify/batch', {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': head.length + size + tail.length,
    });
    call.write(head);
    await pipeline(createReadStream(file), call, { end: false });
    call.end(tail);
    return (await this.#json(call, 202))['task_id'] as string;
  }

  /** Polls until the task is done. */
  async done(taskId: string, everyMs = 20): Promise<void> {
    for (;;) {
      const task = await this.#json(this.#call('GET', `/v1/verify/tasks/${taskId}`).end(), 200);
      if (task['status'] === 'done') return;
      if (task['status'] === 'failed') throw new Error(`the task failed: ${JSON.stringify(task)}`);
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
  }

  /** Reads the whole result. */
  async download(taskId: string): Promise<void> {
    const [reply] = await once(this.#call('GET', `/v1/verify/tasks/${taskId}/download`).end(), 'response');
    if (reply.statusCode !== 200) throw new Error(`the download was refused with ${reply.statusCode}`);
    for await (const _piece of reply);
  }

  /** Uploads a file, polls until it is done and reads its result. */
  async roundTrip(file: string, everyMs = 20): Promise<void> {
    const taskId = await this.upload(file);
    await this.done(taskId, everyMs);
    await this.download(taskId);
  }

  /** The raw bytes of a request that verifies this number. */
  verifyRequest(phone: string): string {
    const body = JSON.stringify({ phone });
    return [
      'POST /v1/verify HTTP/1.1',
      'host: localhost',
      `authorization: Bearer ${this.#token}`,
      'content-type: application/json',
      `content-length: ${body.length}`,
      '',
      body,
    ].join('\r\n');
  }

  async verify(phone: string): Promise<void> {
    const body = JSON.stringify({ phone });
    const headers = { 'content-type': 'application/json', 'content-length': body.length };
    await this.#json(this.#call('POST', '/v1/verify', headers).end(body), 200);
  }

  #call(method: string, path: string, headers: Record<string, string | number> = {}) {
    return request({
      host: '127.0.0.1',
      port: this.#port,
      method,
      path,
      headers: { authorization: `Bearer ${this.#token}`, ...headers },
    });
  }

  async #json(call: ReturnType<typeof request>, expected: number): Promise<Record<string, unknown>> {
    const [reply] = await once(call, 'response');
    let text = '';
    for await (const chunk of reply.setEncoding('utf8')) text += chunk;
    if (reply.statusCode !== expected)
      throw new Error(`${call.method} ${call.path}: ${reply.statusCode} ${text}`);
    return JSON.parse(text);
  }
}
