import type { HoldId, HoldRequest, MemoryCreditLedger } from '@dialproof/core';
import { nextTurn, withFault } from '../runner/broken.fixture.js';
import { brokenLedger, openedAgain } from './broken-ledger.fixture.js';

/** A ledger that picks what has expired by itself, as `isExpired` says, and releases it. */
function releasing(
  ledger: MemoryCreditLedger,
  isExpired: (hold: HoldRequest, now: number) => boolean,
): Pick<MemoryCreditLedger, 'hold' | 'settle' | 'releaseExpired'> {
  const open = new Map<HoldId, HoldRequest>();
  return {
    async hold(request) {
      const before = await ledger.balance(request.accountId);
      await ledger.hold(request);
      const after = await ledger.balance(request.accountId);
      if (after.held !== before.held) open.set(request.holdId, request);
    },
    settle(holdId, credits) {
      open.delete(holdId);
      return ledger.settle(holdId, credits);
    },
    async releaseExpired(now) {
      const expired = [...open.values()].filter((hold) => isExpired(hold, now));
      for (const { holdId } of expired) {
        open.delete(holdId);
        await ledger.settle(holdId, 0);
      }
      return expired.length;
    },
  };
}

function hasExpired({ expiresAt }: HoldRequest, now: number): boolean {
  return expiresAt !== null && expiresAt <= now;
}

/** A ledger that lists what has expired, and releases it by a second query, when others have had their turn. */
function listingFirst(
  ledger: MemoryCreditLedger,
  release: (hold: HoldRequest) => Promise<unknown>,
): Pick<MemoryCreditLedger, 'hold' | 'releaseExpired'> {
  const open = new Set<HoldRequest>();
  return {
    async hold(request) {
      await ledger.hold(request);
      open.add(request);
    },
    async releaseExpired(now) {
      const expired = [...open].filter((hold) => hasExpired(hold, now));
      await nextTurn();
      for (const hold of expired) {
        await release(hold);
        open.delete(hold);
      }
      return expired.length;
    },
  };
}

const EXPIRED = 'releases the holds that expire now or earlier, of every account';

export const BROKEN_RELEASES = [
  brokenLedger(
    'charges nothing of a hold whose time has passed',
    'charges a hold whose time has passed, as long as nobody has released it',
    (ledger) => {
      const expiresAt = new Map<HoldId, number>();
      return {
        async hold(request) {
          expiresAt.set(request.holdId, request.expiresAt ?? Number.POSITIVE_INFINITY);
          await ledger.hold(request);
        },
        settle: (holdId, credits) =>
          ledger.settle(holdId, (expiresAt.get(holdId) ?? 0) > Date.now() ? credits : 0),
      };
    },
  ),
  brokenLedger('releases nothing', EXPIRED, () => ({ releaseExpired: async () => 0 })),
  brokenLedger('releases a hold a millisecond late', EXPIRED, (ledger) => ({
    releaseExpired: (now) => ledger.releaseExpired(now - 1),
  })),
  brokenLedger('releases holds that expire later', EXPIRED, (ledger) =>
    releasing(ledger, ({ expiresAt }) => expiresAt !== null),
  ),
  brokenLedger('releases holds that never expire', EXPIRED, (ledger) =>
    releasing(ledger, ({ expiresAt }, now) => (expiresAt ?? 0) <= now),
  ),
  brokenLedger("releases one account's holds", EXPIRED, (ledger) => {
    let account: HoldRequest['accountId'] | undefined;
    return releasing(ledger, (hold, now) => {
      account ??= hold.accountId;
      return hold.accountId === account && hasExpired(hold, now);
    });
  }),
  brokenLedger('releases one hold at a time', EXPIRED, (ledger) => {
    let released = 0;
    return releasing(ledger, (hold, now) => {
      released += 1;
      return released === 1 && hasExpired(hold, now);
    });
  }),
  brokenLedger('releases a hundred at a time', 'releases as many holds as have expired', (ledger) => {
    let round = 0;
    return releasing(ledger, (hold, now) => {
      round += 1;
      return round <= 100 && hasExpired(hold, now);
    });
  }),
  brokenLedger('counts every call as a release', EXPIRED, (ledger) => ({
    releaseExpired: async (now) => Math.max(1, await ledger.releaseExpired(now)),
  })),
  brokenLedger(
    'lets a hold be settled that has been released',
    'settles an expired hold with 0, for good',
    (ledger) => ({
      // Only the holds are marked, and the credits come back when somebody settles.
      releaseExpired: async () => 1,
      settle: (holdId, credits) => ledger.settle(holdId, credits),
    }),
  ),
  brokenLedger(
    'returns the credits also of holds that were settled',
    'leaves holds alone that were settled before they expired',
    (ledger) => {
      const due = new Set<HoldRequest>();
      return {
        async hold(request) {
          await ledger.hold(request);
          due.add(request);
        },
        async releaseExpired(now) {
          const released = await ledger.releaseExpired(now);
          let wrongly = 0;
          for (const hold of due) {
            if (!hasExpired(hold, now)) continue;
            const { charged } = await ledger.settle(hold.holdId, 0);
            await ledger.grant(hold.accountId, charged);
            if (charged > 0) wrongly += 1;
            due.delete(hold);
          }
          return released + wrongly;
        },
      };
    },
  ),
  brokenLedger(
    'lists what has expired and then counts it as released',
    'releases each hold once when it runs at several places',
    (ledger) => listingFirst(ledger, ({ holdId }) => ledger.settle(holdId, 0)),
  ),
  brokenLedger(
    'releases what is being settled',
    'either settles or releases when both come at once',
    (ledger) =>
      listingFirst(ledger, async ({ holdId, accountId, credits }) => {
        const { charged } = await ledger.settle(holdId, 0);
        if (charged > 0) await ledger.grant(accountId, credits);
      }),
  ),
  openedAgain(
    'forgets at a restart when holds expire',
    'knows when a hold expires when it is opened again',
    (ledger) => withFault(ledger, { releaseExpired: async () => 0 }),
  ),
];
