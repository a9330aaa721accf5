import { crc32, deflateRawSync } from 'node:zlib';

/** One file of a zip made by hand. `declared`: wrong values for its headers. */
export interface ZipFile {
  readonly name: string;
  readonly data: string | Uint8Array;
  readonly declared?: {
    readonly uncompressedSize?: number;
    readonly crc?: number;
    readonly flags?: number;
    readonly method?: number;
    /** The name in the local header, if it differs from the directory's. */
    readonly localName?: string;
    /** The offset of the file in the directory. */
    readonly offset?: number;
  };
}

/** A zip of deflated files. */
export function zipOf(files: readonly ZipFile[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, data, declared = {} } of files) {
    const bytes = Buffer.from(data);
    const packed = deflateRawSync(bytes);
    const described = Buffer.alloc(26);
    described.writeUInt16LE(20, 0);
    described.writeUInt16LE(declared.flags ?? 0, 2);
    described.writeUInt16LE(declared.method ?? 8, 4);
    described.writeUInt32LE(declared.crc ?? crc32(bytes), 10);
    described.writeUInt32LE(packed.length, 14);
    described.writeUInt32LE(declared.uncompressedSize ?? bytes.length, 18);
    described.writeUInt16LE(Buffer.byteLength(name), 22);
    const localName = Buffer.from(declared.localName ?? name);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), described, localName, packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(declared.offset ?? offset, 10);
    directory.push(Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), described, place, Buffer.from(name));
    locals.push(local);
    offset += local.length;
  }
  return Buffer.concat([
    ...locals,
    ...directory,
    endOf(files.length, Buffer.concat(directory).length, offset),
  ]);
}

function endOf(count: number, directoryBytes: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(directoryBytes, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}
