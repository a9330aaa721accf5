import { once } from 'node:events';
import { crc32, createDeflateRaw } from 'node:zlib';

/** One file of a handmade zip, and false values for its headers. */
export interface ZipFile {
  readonly name: string;
  /** Its text, or a piece that is repeated. */
  readonly data: string | Uint8Array;
  readonly times?: number;
  /** The text before and after the repeated piece. */
  readonly start?: string;
  readonly end?: string;
  /** The packed bytes, instead of `data` deflated. */
  readonly packed?: Uint8Array;
  readonly declaredSize?: number;
  /** The file's offset according to the directory. */
  readonly offset?: number;
}

const PIECE_BYTES = 1024 * 1024;

/** A zip of deflated files. Repeated text is never in memory as a whole. */
export async function zipBytes(files: readonly ZipFile[], declaredCount = files.length): Promise<Buffer> {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const file of files) {
    const { bytes, checksum, packed } = await deflated(file);
    const name = Buffer.from(file.name);
    const described = Buffer.alloc(26);
    described.writeUInt16LE(20, 0);
    described.writeUInt16LE(8, 4);
    described.writeUInt32LE(checksum, 10);
    described.writeUInt32LE(packed.length, 14);
    described.writeUInt32LE(file.declaredSize ?? bytes, 18);
    described.writeUInt16LE(name.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(file.offset ?? offset, 10);
    directory.push(Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), described, place, name);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), described, name, packed]);
    locals.push(local);
    offset += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(declaredCount, 8);
  end.writeUInt16LE(declaredCount, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, listed, end]);
}

async function deflated({ data, times = 1, start = '', end = '', packed }: ZipFile) {
  const pieces: Buffer[] = [];
  const deflate = createDeflateRaw();
  deflate.on('data', (piece: Buffer) => pieces.push(piece));
  const ended = once(deflate, 'end');
  let bytes = 0;
  let checksum = 0;
  for (const piece of repeated(Buffer.from(start), Buffer.from(data), times, Buffer.from(end))) {
    bytes += piece.length;
    checksum = crc32(piece, checksum);
    if (!deflate.write(piece)) await once(deflate, 'drain');
  }
  deflate.end();
  await ended;
  return { bytes, checksum, packed: packed === undefined ? Buffer.concat(pieces) : Buffer.from(packed) };
}

function* repeated(start: Buffer, piece: Buffer, times: number, end: Buffer): Generator<Buffer> {
  yield start;
  const many = Math.min(times, Math.max(1, Math.floor(PIECE_BYTES / Math.max(1, piece.length))));
  const block = Buffer.concat(Array.from({ length: many }, () => piece));
  let left = times;
  for (; left >= many && many > 0; left -= many) yield block;
  for (; left > 0; left -= 1) yield piece;
  yield end;
}
