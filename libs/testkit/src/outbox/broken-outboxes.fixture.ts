import {
  type EventClaim,
  type EventLease,
  type EventOutbox,
  type ManualClock,
  MemoryEventOutbox,
  MemoryTaskStore,
  type TaskEvent,
  type TaskStore,
} from '@dialproof/core';
import { type Broken, FaultError, nextTurn, withFault } from '../runner/broken.fixture.js';
import type { EventOutboxSubject } from './event-outbox-subject.js';

type BrokenOutbox = Broken<EventOutboxSubject, [ManualClock]>;

export async function correctOutbox(clock: ManualClock): Promise<EventOutboxSubject> {
  const outbox = new MemoryEventOutbox({ clock });
  return { store: new MemoryTaskStore({ clock, outbox }), outbox, close: async () => {} };
}

/** A store whose outbox gets correct events and wrong ones. */
function brokenStore(
  fault: string,
  caughtBy: string,
  make: (store: TaskStore, outbox: MemoryEventOutbox, clock: ManualClock) => Partial<TaskStore>,
): BrokenOutbox {
  const create = async (clock: ManualClock) => {
    const outbox = new MemoryEventOutbox({ clock });
    const store: TaskStore = new MemoryTaskStore({ clock, outbox });
    return { store: withFault(store, make(store, outbox, clock)), outbox, close: async () => {} };
  };
  return { fault, caughtBy, create };
}

/** An outbox that does everything but this right. */
function brokenOutbox(
  fault: string,
  caughtBy: string,
  make: (outbox: EventOutbox, clock: ManualClock) => Partial<EventOutbox>,
): BrokenOutbox {
  const create = async (clock: ManualClock) => {
    const right = new MemoryEventOutbox({ clock });
    const outbox = withFault<EventOutbox>(right, make(right, clock));
    return { store: new MemoryTaskStore({ clock, outbox: right }), outbox, close: async () => {} };
  };
  return { fault, caughtBy, create };
}

/** An outbox whose claims `change` replaces; null removes them. */
const claiming =
  (change: (claim: EventClaim) => EventClaim | null) =>
  (outbox: EventOutbox): Partial<EventOutbox> => ({
    async claimEvents(request) {
      const { claims, ...rest } = await outbox.claimEvents(request);
      return { claims: claims.flatMap((claim) => change(claim) ?? []), ...rest };
    },
  });

/** An outbox with methods that ignore the token. */
function blindly(
  outbox: EventOutbox,
  make: (current: (lease: EventLease) => EventLease) => Partial<EventOutbox>,
): Partial<EventOutbox> {
  const current = new Map<string, EventLease>();
  return {
    async claimEvents(request) {
      const answer = await outbox.claimEvents(request);
      for (const { lease } of answer.claims) current.set(lease.eventId, lease);
      return answer;
    },
    ...make((lease) => current.get(lease.eventId) ?? lease),
  };
}

const NOTHING = 'has no event before a task has ended';
const TELLS = 'has events of done and failed tasks, with ids and times only';
const ONCE = 'has one event of an end, however often the task is finished';
const RUNS = 'has an event for the end of every run of a task';
const MANY = 'claims at most as many events as asked, in their order';
const AGAIN = 'claims an event again when its lease has ended, not before, and counts how often';
const ACKNOWLEDGED = 'never returns an acknowledged event again';
const POSTPONED = 'claims a postponed event when its pause is over, and the others meanwhile';
const LATE = 'takes the word of a lease whose time has passed, unless others were given one';

export const BROKEN_OUTBOXES: readonly BrokenOutbox[] = [
  brokenStore('tells of a task when it is told to fail', NOTHING, (store, outbox, clock) => ({
    async fail(taskId, reason) {
      await store.fail(taskId, reason);
      const { accountId } = (await store.find(taskId)) ?? {};
      if (accountId === undefined) return;
      outbox.append({ kind: 'task.failed', accountId, taskId, occurredAt: clock.now() });
    },
  })),
  brokenStore('tells of a finish whether it has ended the task or not', ONCE, (store, outbox, clock) => ({
    async finish(lease, ending) {
      const { finishedAt } = (await store.find(lease.taskId)) ?? {};
      await store.finish(lease, ending);
      const { taskId } = lease;
      const { accountId } = (await store.find(taskId)) ?? {};
      if (accountId === undefined || finishedAt === null) return;
      outbox.append({ kind: 'task.done', accountId, taskId, occurredAt: clock.now() });
    },
  })),
  brokenOutbox('loses every event', TELLS, () => ({
    claimEvents: async () => ({ claims: [], retryAfterMs: null }),
  })),
  brokenOutbox(
    'has an event of a done task when it has failed',
    TELLS,
    claiming((claim) => ({ ...claim, event: { ...claim.event, kind: 'task.done' } })),
  ),
  brokenOutbox(
    'has the file of a task in its event',
    TELLS,
    claiming((claim) => ({ ...claim, event: Object.assign({ fileName: 'customers.csv' }, claim.event) })),
  ),
  brokenOutbox(
    'gives events ids that fit no header',
    TELLS,
    claiming(({ event, lease, tries }) => {
      const eventId = `${event.eventId}\n`;
      return { lease: { ...lease, eventId }, event: { ...event, eventId }, tries };
    }),
  ),
  brokenOutbox('tells an event at the time of its claim', TELLS, (outbox, clock) =>
    claiming((claim) => ({ ...claim, event: { ...claim.event, occurredAt: clock.now() + 1 } }))(outbox),
  ),
  brokenOutbox('tells of each task once', RUNS, (outbox) => {
    const told = new Set<string>();
    return claiming((claim) => {
      if (told.has(claim.event.taskId)) return null;
      told.add(claim.event.taskId);
      return claim;
    })(outbox);
  }),
  brokenOutbox(
    'names events after their tasks',
    RUNS,
    claiming((claim) => ({ ...claim, event: { ...claim.event, eventId: claim.event.taskId } })),
  ),
  brokenOutbox('claims one event, whatever it is asked for', MANY, (outbox) => ({
    claimEvents: (request) => outbox.claimEvents({ ...request, limit: 1 }),
  })),
  brokenOutbox('claims the last event first', MANY, (outbox) => ({
    async claimEvents(request) {
      const { claims } = await outbox.claimEvents({ ...request, limit: 99 });
      const chosen = [...claims].reverse().slice(0, request.limit);
      for (const claim of claims) if (!chosen.includes(claim)) await outbox.postpone(claim.lease, 0);
      const { retryAfterMs } = await outbox.claimEvents({ ...request, limit: 0 });
      return { claims: chosen, retryAfterMs };
    },
  })),
  brokenOutbox('never says when to come again', MANY, (outbox) => ({
    async claimEvents(request) {
      return { ...(await outbox.claimEvents(request)), retryAfterMs: null };
    },
  })),
  brokenOutbox('reads events and then leases them', 'gives concurrent claims different events', (outbox) => {
    let running: ReturnType<EventOutbox['claimEvents']> | undefined;
    return {
      async claimEvents(request) {
        running ??= outbox.claimEvents(request).finally(() => {
          running = undefined;
        });
        const answer = await running;
        await nextTurn();
        return answer;
      },
    };
  }),
  brokenOutbox('never tells an event again', AGAIN, (outbox) => ({
    claimEvents: (request) => outbox.claimEvents({ ...request, leaseMs: 1e12 }),
  })),
  brokenOutbox('tells an event again at once', AGAIN, (outbox) => ({
    claimEvents: (request) => outbox.claimEvents({ ...request, leaseMs: 0 }),
  })),
  brokenOutbox(
    'does not count how often an event was claimed',
    AGAIN,
    claiming((claim) => ({ ...claim, tries: 0 })),
  ),
  brokenOutbox('gives an event another id whenever it is claimed', AGAIN, (outbox) => {
    let claims = 0;
    return claiming((claim) => {
      claims += 1;
      return { ...claim, event: { ...claim.event, eventId: `${claim.event.eventId} ${claims}` } };
    })(outbox);
  }),
  brokenOutbox('tells an event again that was acknowledged', ACKNOWLEDGED, (outbox) => ({
    acknowledge: (lease) => outbox.postpone(lease, 0),
  })),
  brokenOutbox('rejects the repeat of an acknowledgement', ACKNOWLEDGED, (outbox) => {
    const told = new Set<string>();
    return {
      async acknowledge(lease) {
        if (told.has(lease.token)) throw new FaultError('no such event');
        told.add(lease.token);
        await outbox.acknowledge(lease);
      },
    };
  }),
  brokenOutbox('removes every event with the first', ACKNOWLEDGED, (outbox) => ({
    async acknowledge(lease) {
      await outbox.acknowledge(lease);
      const { claims } = await outbox.claimEvents({ leaseMs: 1, limit: 99 });
      for (const claim of claims) await outbox.acknowledge(claim.lease);
    },
  })),
  brokenOutbox('does not pause', POSTPONED, (outbox) => ({
    postpone: (lease) => outbox.postpone(lease, 0),
  })),
  brokenOutbox('waits for an event that is paused before it tells others', POSTPONED, (outbox, clock) => {
    let pausedUntil = 0;
    return {
      async postpone(lease, ms) {
        pausedUntil = Math.max(pausedUntil, clock.elapsed() + ms);
        await outbox.postpone(lease, ms);
      },
      async claimEvents(request) {
        const waitMs = pausedUntil - clock.elapsed();
        return waitMs > 0 ? { claims: [], retryAfterMs: waitMs } : outbox.claimEvents(request);
      },
    };
  }),
  brokenOutbox('keeps the lease of an event that was postponed', POSTPONED, (outbox) => {
    const postponed = new Set<string>();
    return {
      async postpone(lease, ms) {
        postponed.add(lease.token);
        await outbox.postpone(lease, ms);
      },
      async acknowledge(lease) {
        await outbox.acknowledge(lease);
        if (!postponed.has(lease.token)) return;
        const { claims } = await outbox.claimEvents({ leaseMs: 1e12, limit: 1 });
        for (const claim of claims) await outbox.acknowledge(claim.lease);
      },
    };
  }),
  brokenOutbox('takes the word of whoever has lost the lease', LATE, (outbox) =>
    blindly(outbox, (current) => ({ acknowledge: (lease) => outbox.acknowledge(current(lease)) })),
  ),
  brokenOutbox('frees an event that another tells of by now', LATE, (outbox) =>
    blindly(outbox, (current) => ({ postpone: (lease, ms) => outbox.postpone(current(lease), ms) })),
  ),
  brokenOutbox('takes no word of a lease whose time has passed', LATE, (outbox, clock) => {
    const until = new Map<string, number>();
    return {
      async claimEvents(request) {
        const answer = await outbox.claimEvents(request);
        for (const { lease } of answer.claims) until.set(lease.token, clock.elapsed() + request.leaseMs);
        return answer;
      },
      async acknowledge(lease) {
        if ((until.get(lease.token) ?? 0) > clock.elapsed()) await outbox.acknowledge(lease);
      },
    };
  }),
  brokenOutbox(
    'rejects calls about a removed event',
    'does nothing for an event that it does not know',
    (outbox) => ({
      async acknowledge(lease) {
        if (!/^[0-9a-f-]{36}$/.test(lease.eventId))
          throw new FaultError('invalid input syntax for type uuid');
        await outbox.acknowledge(lease);
      },
    }),
  ),
  ...(['ahead', 'back'] as const).map((direction) => ({
    fault: `goes by the wall clock, which is set ${direction}`,
    caughtBy: `measures leases and pauses alike when the clock is set ${direction}`,
    create: async (clock: ManualClock) => {
      const outbox = new MemoryEventOutbox({
        clock: {
          now: () => clock.now(),
          elapsed: () => clock.now(),
          schedule: (ms, callback) => clock.schedule(ms, callback),
        },
      });
      return { store: new MemoryTaskStore({ clock, outbox }), outbox, close: async () => {} };
    },
  })),
  brokenOutbox('gives its own events away', 'is not changed through its return values', (outbox) => {
    const events = new Map<string, TaskEvent>();
    return claiming((claim) => {
      const event = events.get(claim.lease.eventId) ?? claim.event;
      events.set(claim.lease.eventId, event);
      return { ...claim, event };
    })(outbox);
  }),
  {
    fault: 'forgets everything at a restart',
    caughtBy: 'remembers events, leases and tries when it is opened again',
    create: async (clock) => ({ ...(await correctOutbox(clock)), reopen: () => correctOutbox(clock) }),
  },
];
