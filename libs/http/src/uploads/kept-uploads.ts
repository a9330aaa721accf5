import { createHash } from 'node:crypto';
import { type AccountId, type Clock, DialproofError } from '@dialproof/core';

/** An upload that was kept, as its preview shows it. */
export interface KeptUpload {
  readonly uploadId: string;
  /** In milliseconds since 1970. */
  readonly expiresAt: number;
}

/** A file to be read: its name and its bytes. */
export interface NamedContent {
  readonly fileName: string;
  readonly content: AsyncIterable<Uint8Array>;
}

interface Collected {
  readonly accountId: AccountId;
  readonly fileName: string;
  readonly pieces: Uint8Array[];
  bytes: number;
  cancelEnd(): void;
}

export interface KeptUploadsOptions {
  readonly clock: Clock;
  /** The most bytes in all; 0 for none. */
  readonly maxBytes: number;
}

/** How long an upload is kept after its last use. */
const KEEP_MS = 10 * 60_000;
/** Added to the bytes of each upload, which bounds the number of uploads. */
const OWN_BYTES = 65_536;

/**
 * Files that previews have read, in memory, so that the next preview or the submit need not send them again. They may be dropped at any
 * time; the client then sends the file again. The longest unused upload is dropped first to make room. An account has half of the bytes at
 * most.
 *
 * The id is a hash of the file's name and bytes, so it never means another file, in any process. It is valid for its account alone.
 */
export class KeptUploads {
  readonly #clock: Clock;
  readonly #maxBytes: number;
  /** In the order of their last use, the oldest first. */
  readonly #kept = new Map<string, Collected>();
  /** The uploads that are being read. They have no id yet. */
  readonly #arriving = new Set<Collected>();

  constructor({ clock, maxBytes }: KeptUploadsOptions) {
    this.#clock = clock;
    this.#maxBytes = maxBytes;
  }

  /** The same content, which is kept once it was read to its end. Then `kept` returns whether there was room for it. */
  keep(
    accountId: AccountId,
    { fileName, content }: NamedContent,
  ): { readonly content: AsyncIterable<Uint8Array>; readonly kept: () => KeptUpload | null } {
    let kept: KeptUpload | null = null;
    const collect = async function* (uploads: KeptUploads): AsyncGenerator<Uint8Array> {
      const collected: Collected = { accountId, fileName, pieces: [], bytes: OWN_BYTES, cancelEnd() {} };
      const hash = createHash('sha256').update(`${fileName}\0`);
      uploads.#arriving.add(collected);
      try {
        for await (const piece of content) {
          hash.update(piece);
          uploads.#collect(collected, piece);
          yield piece;
        }
        if (uploads.#arriving.has(collected)) kept = uploads.#use(collected, hash.digest('base64url'));
      } finally {
        uploads.#arriving.delete(collected);
      }
    };
    return { content: collect(this), kept: () => kept };
  }

  /** An upload of this account, kept anew from now on. Code: `upload_not_found`. */
  find(accountId: AccountId, id: string): NamedContent & { readonly kept: () => KeptUpload } {
    const collected = this.#kept.get(keyOf(accountId, id));
    if (collected === undefined) {
      throw new DialproofError('upload_not_found', {
        hint: '"upload_id" names no upload that is still kept here, send the file again',
      });
    }
    const kept = this.#use(collected, id);
    return { fileName: collected.fileName, content: copies(collected.pieces), kept: () => kept };
  }

  #use(collected: Collected, id: string): KeptUpload {
    const key = keyOf(collected.accountId, id);
    this.#drop(key);
    this.#kept.set(key, collected);
    collected.cancelEnd = this.#clock.schedule(KEEP_MS, () => this.#drop(key), { isBackground: true });
    return { uploadId: id, expiresAt: this.#clock.now() + KEEP_MS };
  }

  #drop(key: string): void {
    this.#kept.get(key)?.cancelEnd();
    this.#kept.delete(key);
  }

  /** Adds a piece, or drops the upload if there is no room for it. */
  #collect(collected: Collected, piece: Uint8Array): void {
    if (!this.#arriving.has(collected)) return;
    // The reader may reuse the memory of a piece.
    collected.pieces.push(Uint8Array.from(piece));
    collected.bytes += piece.length;
    const { accountId } = collected;
    if (this.#hasRoom(accountId, this.#maxBytes / 2) && this.#hasRoom(undefined, this.#maxBytes)) return;
    this.#arriving.delete(collected);
    collected.pieces.length = 0;
  }

  /** Makes room for the uploads of an account, or of all accounts. */
  #hasRoom(accountId: AccountId | undefined, maxBytes: number): boolean {
    const isCounted = (one: Collected) => accountId === undefined || one.accountId === accountId;
    let bytes = 0;
    for (const one of [...this.#arriving, ...this.#kept.values()]) if (isCounted(one)) bytes += one.bytes;
    for (const [key, one] of this.#kept) {
      if (bytes <= maxBytes) break;
      if (!isCounted(one)) continue;
      this.#drop(key);
      bytes -= one.bytes;
    }
    return bytes <= maxBytes;
  }
}

function keyOf(accountId: AccountId, id: string): string {
  return JSON.stringify([accountId, id]);
}

async function* copies(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) yield Uint8Array.from(piece);
}
