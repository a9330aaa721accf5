import type { HoldId, HoldRequest, ManualClock, MemoryCreditLedger } from '@dialproof/core';
import { nextTurn, withFault } from '../runner/broken.fixture.js';
import { brokenLedger, onClock, openedAgain } from './broken-ledger.fixture.js';

/** A hold with the time at which it was made. */
interface MadeHold extends HoldRequest {
  readonly madeAt: number;
}

/** A ledger that releases the holds for which `isExpired` is true. */
function releasing(
  ledger: MemoryCreditLedger,
  clock: ManualClock,
  isExpired: (hold: MadeHold, all: boolean) => boolean,
): Pick<MemoryCreditLedger, 'hold' | 'settle' | 'releaseExpired'> {
  const open = new Map<HoldId, MadeHold>();
  return {
    async hold(request) {
      const before = await ledger.balance(request.accountId);
      await ledger.hold(request);
      const after = await ledger.balance(request.accountId);
      if (after.held !== before.held) open.set(request.holdId, { ...request, madeAt: clock.elapsed() });
    },
    settle(request) {
      open.delete(request.holdId);
      return ledger.settle(request);
    },
    async releaseExpired({ all }) {
      const expired = [...open.values()].filter((hold) => isExpired(hold, all));
      for (const { holdId, accountId } of expired) {
        open.delete(holdId);
        await ledger.settle({ holdId, accountId, credits: 0 });
      }
      return expired.length;
    },
  };
}

function hasExpired({ expiresAfterMs, madeAt }: MadeHold, clock: ManualClock): boolean {
  return expiresAfterMs !== null && madeAt + expiresAfterMs <= clock.elapsed();
}

/** A ledger that lists expired holds and releases them by a second query, after others have had their turn. */
function listingFirst(
  ledger: MemoryCreditLedger,
  clock: ManualClock,
  release: (hold: HoldRequest) => Promise<unknown>,
): Pick<MemoryCreditLedger, 'hold' | 'releaseExpired'> {
  const open = new Set<MadeHold>();
  return {
    async hold(request) {
      await ledger.hold(request);
      open.add({ ...request, madeAt: clock.elapsed() });
    },
    async releaseExpired() {
      const expired = [...open].filter((hold) => hasExpired(hold, clock));
      await nextTurn();
      for (const hold of expired) {
        await release(hold);
        open.delete(hold);
      }
      return expired.length;
    },
  };
}

const EXPIRED = 'releases the holds whose time has passed, of every account';
const TOLD = 'releases every hold that can expire on request';

export const BROKEN_RELEASES = [
  brokenLedger(
    'charges nothing of a hold whose time has passed',
    'charges an expired hold that was not released yet',
    (ledger, clock) => {
      const expiresAt = new Map<HoldId, number>();
      return {
        async hold(request) {
          const { holdId, expiresAfterMs } = request;
          expiresAt.set(holdId, clock.elapsed() + (expiresAfterMs ?? Number.POSITIVE_INFINITY));
          await ledger.hold(request);
        },
        settle: (request) =>
          ledger.settle(
            (expiresAt.get(request.holdId) ?? 0) > clock.elapsed() ? request : { ...request, credits: 0 },
          ),
      };
    },
  ),
  brokenLedger('releases nothing', EXPIRED, () => ({ releaseExpired: async () => 0 })),
  brokenLedger('releases a hold too late', EXPIRED, (ledger) => ({
    hold: (request) =>
      ledger.hold({ ...request, expiresAfterMs: request.expiresAfterMs && request.expiresAfterMs + 7_000 }),
  })),
  brokenLedger('takes the time of a hold for seconds', EXPIRED, (ledger) => ({
    hold: (request) =>
      ledger.hold({ ...request, expiresAfterMs: request.expiresAfterMs && request.expiresAfterMs / 1_000 }),
  })),
  brokenLedger('releases holds that expire later', EXPIRED, (ledger) => ({
    releaseExpired: () => ledger.releaseExpired({ all: true }),
  })),
  brokenLedger('releases holds that never expire', EXPIRED, (ledger, clock) =>
    releasing(ledger, clock, (hold) => hold.expiresAfterMs === null || hasExpired(hold, clock)),
  ),
  brokenLedger("releases one account's holds", EXPIRED, (ledger, clock) => {
    let account: HoldRequest['accountId'] | undefined;
    return releasing(ledger, clock, (hold) => {
      account ??= hold.accountId;
      return hold.accountId === account && hasExpired(hold, clock);
    });
  }),
  brokenLedger('releases one hold at a time', EXPIRED, (ledger, clock) => {
    let released = 0;
    return releasing(ledger, clock, (hold) => {
      const isNext = released < 1 && hasExpired(hold, clock);
      if (isNext) released += 1;
      return isNext;
    });
  }),
  brokenLedger('releases a hundred at a time', 'releases as many holds as have expired', (ledger, clock) => {
    let round = 0;
    return releasing(ledger, clock, (hold) => {
      round += 1;
      return round <= 100 && hasExpired(hold, clock);
    });
  }),
  brokenLedger('counts every call as a release', EXPIRED, (ledger) => ({
    releaseExpired: async (options) => Math.max(1, await ledger.releaseExpired(options)),
  })),
  brokenLedger('leaves what has not expired when it is told to release all', TOLD, (ledger) => ({
    releaseExpired: () => ledger.releaseExpired({ all: false }),
  })),
  brokenLedger('releases also what never expires when it is told to release all', TOLD, (ledger, clock) =>
    releasing(ledger, clock, (hold, all) => all || hasExpired(hold, clock)),
  ),
  ...(['ahead', 'back'] as const).map((direction) =>
    onClock(
      `goes by the wall clock, which is set ${direction}`,
      `lets holds expire alike when the clock is set ${direction}`,
      (clock) => ({
        now: () => clock.now(),
        elapsed: () => clock.now(),
        schedule: (ms, callback) => clock.schedule(ms, callback),
      }),
    ),
  ),
  brokenLedger(
    'lets a hold be settled that has been released',
    'settles an expired hold with 0, for good',
    () => ({
      // Only the holds are marked, and the credits return at the next settlement.
      releaseExpired: async () => 1,
    }),
  ),
  brokenLedger(
    'returns the credits also of holds that were settled',
    'leaves holds alone that were settled before they expired',
    (ledger, clock) => {
      const due = new Set<MadeHold>();
      return {
        async hold(request) {
          await ledger.hold(request);
          due.add({ ...request, madeAt: clock.elapsed() });
        },
        async releaseExpired(options) {
          const released = await ledger.releaseExpired(options);
          let wrongly = 0;
          for (const hold of due) {
            if (!hasExpired(hold, clock)) continue;
            const { charged } = await ledger.settle({ ...hold, credits: 0 });
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
    'lists expired holds and then counts them as released',
    'releases each hold once when it runs at several places',
    (ledger, clock) => listingFirst(ledger, clock, (hold) => ledger.settle({ ...hold, credits: 0 })),
  ),
  brokenLedger(
    'releases holds that are being settled',
    'either settles or releases when both come at once',
    (ledger, clock) =>
      listingFirst(ledger, clock, async (hold) => {
        const { charged } = await ledger.settle({ ...hold, credits: 0 });
        if (charged > 0) await ledger.grant(hold.accountId, hold.credits);
      }),
  ),
  openedAgain(
    'forgets at a restart when holds expire',
    'knows when a hold expires when it is opened again',
    (ledger) => withFault(ledger, { releaseExpired: async () => 0 }),
  ),
];
