import type { ClaimAnswer, ClaimRequest } from '@dialproof/core';
import { claimWork, MAX_ATTEMPTS } from './claim.js';
import { claimableUnlessDue, readTimes, retryAfterMsOf } from './claimable.js';
import { type Claiming, type ClaimsMade, claimNow, newClaiming } from './claims-of-write.js';
import type { RowLocks } from './row-locks.js';
import { type Asking, askNothing, type WriteTasks } from './store-work.js';

/**
 * Claims the next things to be done where many processes claim at once: each passes over the accounts that another one is at, and waits
 * only where there is no other. What has become due is found in a write of its own, since it locks many accounts.
 */
export async function claimSideBySide(
  write: WriteTasks,
  locks: RowLocks,
  request: ClaimRequest,
): Promise<ClaimAnswer> {
  const { taskId } = request;
  if (taskId !== null) {
    return await write(
      // In this order, as everywhere: whoever has the lock of an account must not wait for that of the outage.
      ({ session }) => Promise.all([locks.outage(session), locks.account(session, taskId)]),
      (work, [mayProbe]) => claimWork(work, request, { mayProbe }),
    );
  }
  for (let attempt = 1; ; attempt += 1) {
    // A write that claims nothing after all has to look why, so it must not have ended before.
    const answer = await claimOnce(write, locks, request, { mayEnd: attempt === 1 });
    if (answer === undefined) await write(askNothing, (work) => locks.refreshDue(work));
    else if (answer.claims.length > 0 || answer.retryAfterMs !== 0) return answer;
    // Others have claimed what was there, and it shows only now.
    else if (attempt >= MAX_ATTEMPTS) return { ...answer, retryAfterMs: 1 };
  }
}

/** Undefined where something has become due. */
async function claimOnce(
  write: WriteTasks,
  locks: RowLocks,
  request: ClaimRequest,
  { mayEnd }: Pick<Claiming, 'mayEnd'>,
): Promise<ClaimAnswer | undefined> {
  const { except } = request;
  const made = await write(
    (asking) =>
      Promise.all([
        readTimes(asking, except),
        locks.nextTurn(asking.session, { finishAlone: false, mayWait: false, except }),
      ]),
    async (work, [times, first]) => {
      const claimable = claimableUnlessDue(times, work.now);
      // Whoever has the lock of an account must not wait for that of the outage.
      if (claimable?.outage !== undefined) return 'outage';
      return (
        claimable &&
        (await claimNow(work, locks, newClaiming(request, { first, isInOutage: false, mayEnd }), claimable))
      );
    },
  );
  const claimed = made === 'outage' ? await claimInOutage(write, locks, request) : made;
  if (claimed === undefined) return undefined;
  const { claims, outage, retryAfterMs } = claimed;
  if (retryAfterMs !== undefined) return { claims, outage, retryAfterMs };
  const readAll = (asking: Asking) => readTimes(asking, except);
  const asked = write(readAll, async ({ now }, times) => retryAfterMsOf(times, now));
  // The claims are made, so whoever asked for them gets them. The next call fails too, if the database is away.
  return { claims, outage, retryAfterMs: await asked.catch(() => 0) };
}

/** The same in an outage. One probe at a time: others wait for the lock, and see the probe that was sent. */
function claimInOutage(
  write: WriteTasks,
  locks: RowLocks,
  request: ClaimRequest,
): Promise<ClaimsMade | undefined> {
  const ask = async (asking: Asking) => {
    // In one round trip, the second one behind the lock.
    const [isLocked, times] = await Promise.all([
      locks.outage(asking.session),
      readTimes(asking, request.except),
    ]);
    return { isLocked, times };
  };
  return write(ask, async (work, { isLocked, times }) => {
    const claimable = claimableUnlessDue(times, work.now);
    // An outage that is over by then has no row to be locked, and the next one may begin at any time: between the two statements too.
    const isInOutage = claimable?.outage !== undefined;
    if (isInOutage && !isLocked) return undefined;
    const claiming = newClaiming(request, { first: undefined, isInOutage, mayEnd: false });
    return claimable && (await claimNow(work, locks, claiming, claimable));
  });
}
