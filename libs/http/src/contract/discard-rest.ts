import type { Readable } from 'node:stream';
import type { Clock } from '@dialproof/core';

/** The bounds within which the rest of a request is read after an early reply. */
export interface DiscardLimits {
  readonly clock: Clock;
  readonly maxBytes: number;
  /** The longest silence of the client. */
  readonly timeoutMs: number;
  /** The time in all. */
  readonly maxMs: number;
}

export const DISCARD_LIMITS = { maxBytes: 67_108_864, timeoutMs: 10_000, maxMs: 120_000 } as const;

/**
 * Reads and discards the rest of a request whose reply is being sent. Resolves when the rest has arrived or broken off, or when the limits
 * are reached. Closing a connection with unread bytes resets it, and the client may then lose the reply: so end the reply, and with it the
 * connection, only after this. A slow client that still sends has time, since it reads the reply only after that. Never rejects.
 */
export function discardRest(
  body: Readable,
  { clock, maxBytes, maxMs, timeoutMs }: DiscardLimits,
): Promise<void> {
  return new Promise((resolve) => {
    let bytes = 0;
    const onData = (chunk: Uint8Array | string) => {
      bytes += chunk.length;
      cancelSilence();
      cancelSilence = clock.schedule(timeoutMs, stop);
      if (bytes > maxBytes) stop();
    };
    const stop = () => {
      cancelSilence();
      cancelEnd();
      body.off('data', onData).off('end', stop).off('close', stop).pause();
      resolve();
    };
    let cancelSilence = clock.schedule(timeoutMs, stop);
    const cancelEnd = clock.schedule(maxMs, stop);
    body
      .on('data', onData)
      .on('end', stop)
      .on('close', stop)
      .on('error', () => {})
      .resume();
    if (body.destroyed || body.readableEnded) stop();
  });
}
