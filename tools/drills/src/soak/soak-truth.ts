import type { VerificationStatus } from '@dialproof/core';
import type { InfobipLine } from '@dialproof/testkit/upstreams';
import { shareOf } from '../upstream/number-hash.js';

/** The truth about a number, and the parts that know it. */
export interface NumberTruth {
  readonly isSeen: boolean;
  readonly isOnApp: boolean;
  /** Undefined if the line lookup never answers about it. */
  readonly line: InfobipLine | undefined;
}

const SEEN_SHARE = 0.1;
const ON_APP_SHARE = 0.3;
const NEVER_KNOWN_SHARE = 0.005;
const LINES = [
  'DELIVERED_TO_HANDSET',
  'EC_ABSENT_SUBSCRIBER',
  'EC_UNKNOWN_SUBSCRIBER',
  'EXPIRED_EXPIRED',
] as const satisfies readonly InfobipLine[];

/** The truth about a number, fixed by the seed. A number on the app has a live line: a chain would take a dead line as the answer. */
export function truthOf(number: string, seed: number): NumberTruth {
  const isSeen = shareOf(number, seed) < SEEN_SHARE;
  const isOnApp = shareOf(number, seed + 1) < ON_APP_SHARE;
  const isKnown = shareOf(number, seed + 2) >= NEVER_KNOWN_SHARE;
  const line = isOnApp ? LINES[0] : LINES[Math.floor(shareOf(number, seed + 3) * LINES.length)];
  return { isSeen, isOnApp, line: isKnown ? line : undefined };
}

/** The expected status from the chain, and whether it is an answer. */
export function expectedOf({ isOnApp, isSeen, line }: NumberTruth): {
  readonly status: VerificationStatus;
  readonly isAnswer: boolean;
} {
  if (isSeen) return { status: 'wa_registered', isAnswer: true };
  if (isOnApp) return { status: 'telegram_registered', isAnswer: true };
  switch (line) {
    case 'DELIVERED_TO_HANDSET':
    case 'EC_ABSENT_SUBSCRIBER':
      return { status: 'inactive', isAnswer: true };
    case 'EC_UNKNOWN_SUBSCRIBER':
      return { status: 'dead', isAnswer: true };
    default:
      return { status: 'unknown', isAnswer: line !== undefined };
  }
}
