/** A server-sent event. */
export interface ServerEvent {
  readonly id: string;
  readonly type: string;
  readonly data: string;
}

/** Parses an event stream in pieces (WHATWG HTML, 9.2.6). */
export class EventStreamParser {
  readonly #decoder = new TextDecoder();
  /** The beginning of a line whose end has not come. */
  #rest = '';
  #data: string[] = [];
  #type = '';
  #id = '';
  /** The stream's delay between connections, in milliseconds. */
  retryMs: number | undefined;

  /** The events that this piece completes. */
  push(bytes: Uint8Array): ServerEvent[] {
    const text = this.#rest + this.#decoder.decode(bytes, { stream: true });
    // A carriage return at the very end may be the first half of a line end.
    const lines = text.split(/\r\n|\n|\r(?!$)/);
    this.#rest = lines.pop() ?? '';
    return lines.flatMap((line) => this.#line(line) ?? []);
  }

  #line(line: string): ServerEvent | undefined {
    if (line === '') return this.#dispatch();
    const [, field = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (field === 'data') this.#data.push(value);
    else if (field === 'event') this.#type = value;
    else if (field === 'id' && !value.includes('\0')) this.#id = value;
    else if (field === 'retry' && /^\d+$/.test(value)) this.retryMs = Number(value);
    return undefined;
  }

  #dispatch(): ServerEvent | undefined {
    const [data, type] = [this.#data, this.#type];
    this.#data = [];
    this.#type = '';
    return data.length === 0 ? undefined : { id: this.#id, type: type || 'message', data: data.join('\n') };
  }
}
