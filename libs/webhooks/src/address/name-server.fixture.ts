import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';

const A = 1;
const AAAA = 28;
const HEADER_BYTES = 12;
/** An answer, recursion available; with the code for a name that does not exist. */
const ANSWERED = 0x8180;
const NO_SUCH_NAME = 0x8183;

/** The addresses of a name: bytes of IPv4 and IPv6. Undefined: there is no such name. Null: no answer. */
export type NameRecords = (
  name: string,
) => { readonly a: readonly number[][]; readonly aaaa: readonly number[][] } | null | undefined;

/** A name server on this machine (RFC 1035), by UDP. Resolves to its address and port. */
export async function startNameServer(records: NameRecords): Promise<string> {
  const socket = createSocket('udp4');
  socket.on('message', (query, { address, port }) => {
    const { end, name, type } = questionOf(query);
    const known = records(name);
    if (known === null) return;
    const found = type === A ? (known?.a ?? []) : type === AAAA ? (known?.aaaa ?? []) : [];
    const header = Buffer.from(query.subarray(0, HEADER_BYTES));
    header.writeUInt16BE(known === undefined ? NO_SUCH_NAME : ANSWERED, 2);
    header.writeUInt16BE(found.length, 6);
    header.writeUInt32BE(0, 8);
    socket.send(
      Buffer.concat([
        header,
        query.subarray(HEADER_BYTES, end),
        ...found.map((bytes) => answer(type, bytes)),
      ]),
      port,
      address,
    );
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  onTestFinished(() => void socket.close());
  return `127.0.0.1:${socket.address().port}`;
}

function questionOf(query: Buffer): { readonly name: string; readonly type: number; readonly end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.'), type: query.readUInt16BE(at + 1), end: at + 5 };
}

/** A record of the requested name with a time to live of 0. */
function answer(type: number, bytes: readonly number[]): Buffer {
  const record = Buffer.alloc(12);
  record.writeUInt16BE(0xc000 | HEADER_BYTES, 0);
  record.writeUInt16BE(type, 2);
  record.writeUInt16BE(1, 4);
  record.writeUInt16BE(bytes.length, 10);
  return Buffer.concat([record, Buffer.from(bytes)]);
}
