import { once } from 'node:events';
import { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import {
  backendOf,
  bytesOf,
  type Message,
  MessageReader,
  statementOf,
  TERMINATED,
  tagOf,
} from './messages.js';
import { type Commit, Transactions } from './transactions.js';

/** A connection to the server that the driver uses as its socket. The subclass decides what passes between the two. */
abstract class DriverSocket extends Duplex {
  protected readonly server = new Socket();

  constructor() {
    super({ allowHalfOpen: false });
    this.server.on('connect', () => this.emit('connect'));
    this.server.on('error', (error) => this.destroy(error));
  }

  connect(port: number, host: string): this {
    this.server.connect(port, host);
    return this;
  }

  setNoDelay(): this {
    this.server.setNoDelay();
    return this;
  }

  ref(): this {
    this.server.ref();
    return this;
  }

  unref(): this {
    this.server.unref();
    return this;
  }

  override _read(): void {}

  override _final(done: () => void): void {
    this.server.end();
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.server.destroy();
    done(error);
  }
}

/** How a client learns that its connection is cut: by a reset, by a plain end, or by the server's error. A dead client never learns it. */
export type Told = 'reset' | 'ended' | 'terminated' | 'never';

export interface WireWatch {
  /**
   * Takes a request, which calls `begin` when its turn has come. The returned function is called with its answer, which is delivered in
   * turn.
   */
  enter(begin: () => void, backend: () => number | undefined): (deliver: () => void) => void;
  /** Called before a commit is sent. The returned function is called before its answer is passed on. Both may cut the connection. */
  commit(wire: Wire): (commit: Commit) => void;
}

/** The messages of a client that end a request, and those that wait for one of them. */
const REQUESTS = ['Q', 'S'];
const PARTS = ['P', 'B', 'D', 'E', 'C'];

const NOTHING_ASKED = (deliver: () => void) => deliver();

/** A proxy of one connection. To the driver it is the socket. Requests and answers pass as a whole, or not at all. */
export class Wire extends DriverSocket {
  readonly #watch: WireWatch;
  readonly #enter = (begin: () => void) => this.#watch.enter(begin, () => this.#backend);
  readonly #sent = new MessageReader(false);
  readonly #received = new MessageReader(true);
  readonly #transactions = new Transactions();
  readonly #prepared = new Map<string, string>();
  #backend: number | undefined;
  #request: Message[] = [];
  #answer: Message[] = [];
  #isAsked = false;
  #isCut = false;
  #onCommitted: ((commit: Commit) => void) | undefined;
  #end = NOTHING_ASKED;

  constructor(watch: WireWatch) {
    super();
    this.#watch = watch;
    this.server
      .on('data', (piece) => {
        for (const message of this.#received.read(piece)) this.#receive(message);
      })
      .on('close', () => this.#leave(() => this.#isCut || this.push(null)));
  }

  override connect(port: number, host: string): this {
    if (!this.#isCut) this.#end = this.#enter(() => super.connect(port, host));
    return this;
  }

  /** Cuts the connection. Resolves once the server has ended its backend, and with that its transaction and its locks. */
  async cut(told: Told): Promise<void> {
    this.#isCut = true;
    if (this.server.readyState === 'opening') this.server.destroy();
    if (!this.server.destroyed && !this.server.pending) {
      this.server.end();
      await once(this.server, 'close');
    }
    if (told === 'reset') {
      this.destroy(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }));
    } else if (told !== 'never') {
      if (told === 'terminated') this.push(TERMINATED);
      this.push(null);
    }
  }

  override _write(piece: Buffer, _encoding: string, done: () => void): void {
    for (const message of this.#sent.read(piece)) this.#send(message);
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#leave(() => {});
    super._destroy(error, done);
  }

  /** Ends the request that is under way, if any. */
  #leave(deliver: () => void): void {
    const end = this.#end;
    this.#end = NOTHING_ASKED;
    end(deliver);
  }

  #send(message: Message): void {
    if (this.#isCut) return;
    this.#request.push(message);
    if (PARTS.includes(message.type)) return;
    const request = this.#request;
    this.#request = [];
    if (REQUESTS.includes(message.type)) this.#end = this.#enter(() => this.#ask(request));
    else this.server.write(bytesOf(request));
  }

  #ask(request: readonly Message[]): void {
    this.#isAsked = true;
    const statements = request.flatMap((one) => statementOf(one, this.#prepared) ?? []);
    const commits = this.#transactions.ask(statements);
    if (commits) this.#onCommitted = this.#watch.commit(this);
    if (!this.#isCut) this.server.write(bytesOf(request));
  }

  #receive(message: Message): void {
    if (this.#isCut) return;
    this.#backend ??= backendOf(message);
    this.#answer.push(message);
    const isReady = message.type === 'Z';
    if (this.#isAsked && !isReady) return;
    const answer = this.#answer;
    this.#answer = [];
    if (isReady) this.#leave(() => this.#deliver(answer, message));
    else this.push(message.bytes);
  }

  #deliver(answer: readonly Message[], ready: Message): void {
    if (this.#isCut) return;
    if (this.#isAsked) {
      const status = ready.bytes.toString('latin1', ready.bytes.length - 1);
      const commit = this.#transactions.answer(
        answer.flatMap((one) => tagOf(one) ?? []),
        status,
      );
      this.#onCommitted?.(commit);
      this.#onCommitted = undefined;
      this.#isAsked = false;
    }
    if (!this.#isCut) this.push(bytesOf(answer));
  }
}
