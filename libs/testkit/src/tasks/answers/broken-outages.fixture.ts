import type { CheckClaim, Lease, OutageReason, TaskStore } from '@dialproof/core';
import { nextTurn } from '../../runner/broken.fixture.js';
import { brokenStore, claiming, onClock } from '../subject/broken-store.fixture.js';

/** A store that keeps the pause of an outage by itself, over one that never pauses. */
function pausing(
  store: TaskStore,
  elapsed: () => number,
  until: (soFar: number, now: number, retryAfterMs: number) => number,
): Partial<TaskStore> {
  let pausedUntil = Number.NEGATIVE_INFINITY;
  return {
    async reportOutage(report) {
      pausedUntil = until(pausedUntil, elapsed(), report.retryAfterMs);
      await store.reportOutage({ ...report, retryAfterMs: 0 });
    },
    async claim(request) {
      const waitMs = pausedUntil - elapsed();
      return waitMs > 0 ? { claims: [], outage: null, retryAfterMs: waitMs } : store.claim(request);
    },
  };
}

/** A store that does something with the lease of every probe that it lets out. */
function withProbes(
  store: TaskStore,
  make: (probe: { lease: Lease; until: number } | null) => Partial<TaskStore>,
  elapsed: () => number,
): Partial<TaskStore> {
  let last: { lease: Lease; until: number } | null = null;
  return {
    ...make(null),
    async claim(request) {
      const faulty = make(last).claim ?? ((wanted) => store.claim(wanted));
      const answer = await faulty(request);
      const probe = answer.claims.find(
        (claim): claim is CheckClaim => claim.kind === 'check' && claim.probe !== null,
      );
      if (probe !== undefined) last = { lease: probe.lease, until: elapsed() + request.leaseMs };
      return answer;
    },
    giveBack: (lease, ms) => (make(last).giveBack ?? ((one, pause) => store.giveBack(one, pause)))(lease, ms),
    record: (lease, record) => (make(last).record ?? ((one, what) => store.record(one, what)))(lease, record),
  };
}

const NEVER_MS = 1e12;
const PAUSES = 'claims no chunk of any task before the pause of an outage is over';
const SAYS = 'says with every claim which outage there is, and for how long';
const ONE = 'lets one probe out in concurrent claims';
const OVER = 'continues as before when an outage has ended';
const LONGER = 'keeps to the longer of two pauses';
const ENDED = 'ends the pause of an outage with all leases, and asks by a probe still';

export const BROKEN_OUTAGES = [
  brokenStore('hears of no outage', PAUSES, () => ({ reportOutage: async () => {} })),
  brokenStore('pauses for too long in an outage', PAUSES, (store) => ({
    reportOutage: (report) => store.reportOutage({ ...report, retryAfterMs: report.retryAfterMs + 7_000 }),
  })),
  brokenStore('lets as many chunks out as are asked for when a pause is over', PAUSES, (store) => ({
    async claim(request) {
      const answer = await store.claim(request);
      if (!answer.claims.some((claim) => claim.kind === 'check' && claim.probe !== null)) return answer;
      await store.endOutage();
      const more = await store.claim({ ...request, limit: request.limit - answer.claims.length });
      return { ...more, claims: [...answer.claims, ...more.claims] };
    },
  })),
  brokenStore('tells no probe how long the outage has lasted', PAUSES, (store) =>
    claiming(store, (claim) =>
      claim.kind === 'check' && claim.probe !== null ? { ...claim, probe: { outageMs: 0 } } : claim,
    ),
  ),
  brokenStore('says of no outage with its claims', SAYS, (store) => ({
    claim: async (request) => ({ ...(await store.claim(request)), outage: null }),
  })),
  brokenStore('says that there is an outage with its probes alone', SAYS, (store) => ({
    async claim(request) {
      const answer = await store.claim(request);
      return answer.claims.length > 0 ? answer : { ...answer, outage: null };
    },
  })),
  brokenStore('says of an outage as it was reported first', SAYS, (store) => {
    let first: OutageReason | null = null;
    return {
      async reportOutage(report) {
        first ??= report.reason;
        await store.reportOutage(report);
      },
      async claim(request) {
        const answer = await store.claim(request);
        return {
          ...answer,
          outage: answer.outage && { ...answer.outage, reason: first ?? 'checker_unavailable' },
        };
      },
    };
  }),
  brokenStore('says of an outage when it began', SAYS, (store, clock) => ({
    async claim(request) {
      const answer = await store.claim(request);
      const { outage } = answer;
      return { ...answer, outage: outage && { ...outage, lastedMs: clock.now() - outage.lastedMs } };
    },
  })),
  brokenStore('looks whether a probe is out and then claims it', ONE, (store) => {
    let isClaiming = 0;
    return {
      async claim(request) {
        isClaiming += 1;
        const answer = await store.claim(request);
        await nextTurn();
        const isAlone = isClaiming === 1;
        isClaiming -= 1;
        if (isAlone || answer.claims.length > 0) return answer;
        await store.endOutage();
        return store.claim({ ...request, limit: 1 });
      },
    };
  }),
  brokenStore(
    'lets the next probe out when the first lease of this one would have ended',
    'lets the next probe out when the lease of the first has ended',
    (store, clock) =>
      withProbes(
        store,
        (probe) => ({
          async claim(request) {
            if (probe !== null && probe.until <= clock.elapsed()) await store.giveBack(probe.lease, 0);
            return store.claim(request);
          },
        }),
        () => clock.elapsed(),
      ),
  ),
  brokenStore(
    'pauses for the whole lease of a probe that was given back',
    'lets the next probe out after the pause when the first was given back',
    (store, clock) =>
      withProbes(
        store,
        (probe) => ({
          async giveBack(lease, ms) {
            await store.giveBack(lease, ms);
            if (probe === null) return;
            const retryAfterMs = probe.until - clock.elapsed();
            await store.reportOutage({ reason: 'checker_unavailable', retryAfterMs, failAfterMs: NEVER_MS });
          },
        }),
        () => clock.elapsed(),
      ),
  ),
  brokenStore(
    'pauses for the whole lease of a probe that has completed its chunk',
    'lets the next probe out when the chunk of the first is complete',
    (store, clock) =>
      withProbes(
        store,
        (probe) => ({
          async record(lease, record) {
            const retryAfterMs = probe === null ? 0 : probe.until - clock.elapsed();
            await store.reportOutage({ reason: 'checker_unavailable', retryAfterMs, failAfterMs: NEVER_MS });
            return store.record(lease, record);
          },
        }),
        () => clock.elapsed(),
      ),
  ),
  brokenStore('keeps to the last of two pauses', LONGER, (store, clock) =>
    pausing(
      store,
      () => clock.elapsed(),
      (_, now, ms) => now + ms,
    ),
  ),
  brokenStore('keeps to the first of two pauses', LONGER, (store, clock) =>
    pausing(
      store,
      () => clock.elapsed(),
      (soFar, now, ms) => (soFar > now ? soFar : now + ms),
    ),
  ),
  brokenStore('begins an outage anew with every report', LONGER, (store) => ({
    async reportOutage(report) {
      await store.endOutage();
      await store.reportOutage(report);
    },
  })),
  brokenStore(
    'offers nothing during an outage',
    'offers work without checks during an outage',
    (store, clock) =>
      pausing(
        store,
        () => clock.elapsed(),
        (soFar, now, ms) => Math.max(soFar, now + ms),
      ),
  ),
  brokenStore(
    'drops claims from before an outage',
    'takes records of claims from before an outage',
    (store) => {
      let isOutage = false;
      return {
        async reportOutage(report) {
          isOutage = true;
          await store.reportOutage(report);
        },
        record: async (lease, record) => (isOutage ? { outcome: 'closed' } : store.record(lease, record)),
      };
    },
  ),
  brokenStore('never ends an outage', OVER, () => ({ endOutage: async () => {} })),
  brokenStore('takes every claim for a probe once there was an outage', OVER, (store, clock) => {
    let began: number | null = null;
    return {
      ...claiming(store, (claim) =>
        claim.kind === 'check' && began !== null
          ? { ...claim, probe: { outageMs: clock.elapsed() - began } }
          : claim,
      ),
      async reportOutage(report) {
        began ??= clock.elapsed();
        await store.reportOutage(report);
      },
    };
  }),
  onClock(
    'measures outages by the wall clock',
    'measures an outage alike when the clock is set',
    (clock) => ({
      now: () => clock.now(),
      elapsed: () => clock.now(),
      schedule: (ms, callback) => clock.schedule(ms, callback),
    }),
  ),
  brokenStore('leaves the pause of an outage when it ends leases', ENDED, (store) => ({
    async endLeases() {
      await store.endLeases();
      await store.reportOutage({
        reason: 'checker_unavailable',
        retryAfterMs: 30_000,
        failAfterMs: NEVER_MS,
      });
    },
  })),
  brokenStore('ends an outage with all leases', ENDED, (store) => ({
    async endLeases() {
      await store.endLeases();
      await store.endOutage();
    },
  })),
];
