/** A message of PostgreSQL's protocol, see its documentation, "Message Formats". */
export interface Message {
  /** One letter. Empty for the first message of a client, which has no type. */
  readonly type: string;
  readonly bytes: Buffer;
}

const LENGTH_BYTES = 4;

/** Cuts one direction of a connection into its messages. */
export class MessageReader {
  #rest = Buffer.alloc(0);
  #isTyped: boolean;

  /** `isTyped`: whether the first message has a type. */
  constructor(isTyped: boolean) {
    this.#isTyped = isTyped;
  }

  /** The messages that end in this piece. */
  read(piece: Buffer): Message[] {
    this.#rest = Buffer.concat([this.#rest, piece]);
    const messages: Message[] = [];
    for (;;) {
      const lengthAt = this.#isTyped ? 1 : 0;
      if (this.#rest.length < lengthAt + LENGTH_BYTES) return messages;
      const end = lengthAt + this.#rest.readInt32BE(lengthAt);
      if (this.#rest.length < end) return messages;
      const bytes = this.#rest.subarray(0, end);
      messages.push({ type: bytes.toString('latin1', 0, lengthAt), bytes });
      this.#rest = this.#rest.subarray(end);
      this.#isTyped = true;
    }
  }
}

export function bytesOf(messages: readonly Message[]): Buffer {
  return Buffer.concat(messages.map(({ bytes }) => bytes));
}

/** The texts of a message that end with a zero byte, the first one first. */
function texts({ bytes }: Message): string[] {
  return bytes.toString('utf8', 1 + LENGTH_BYTES).split('\0');
}

/** The statement that a message runs; undefined for messages that run none. `prepared`: the statements of its connection, by their names. */
export function statementOf(message: Message, prepared: Map<string, string>): string | undefined {
  const [first = '', second = ''] = texts(message);
  if (message.type === 'P') prepared.set(first, second);
  if (message.type === 'B') return prepared.get(second);
  return message.type === 'Q' ? first : undefined;
}

/** The tag of `CommandComplete`, such as `INSERT 0 1`. */
export function tagOf(message: Message): string | undefined {
  return message.type === 'C' ? texts(message)[0] : undefined;
}

/** The process of the server, of the message `BackendKeyData`. */
export function backendOf({ bytes, type }: Message): number | undefined {
  return type === 'K' ? bytes.readInt32BE(1 + LENGTH_BYTES) : undefined;
}

/** The error of a terminated backend. */
export const TERMINATED = errorMessage('57P01', 'terminating connection due to administrator command');

function errorMessage(state: string, text: string): Buffer {
  const body = Buffer.from(`SFATAL\0VFATAL\0C${state}\0M${text}\0\0`);
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeInt32BE(LENGTH_BYTES + body.length);
  return Buffer.concat([Buffer.from('E'), length, body]);
}
