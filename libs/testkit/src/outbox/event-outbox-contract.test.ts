import { type Clock, type EventOutbox, MemoryTaskStore } from '@dialproof/core';
import { describe, it } from 'vitest';
import { MemoryEventOutbox } from '../memory/index.js';
import {
  byOwnTime,
  byWallClock,
  failing,
  lending,
  type Mutant,
  provesSuite,
  sharing,
} from '../runner/suite-proof.fixture.js';
import { type EventOutboxSubject, eventOutboxContract } from './event-outbox-contract.js';

type Wrong = Mutant<EventOutbox, EventOutboxSubject>;

function create(clock: Clock, change: (right: EventOutbox) => EventOutbox): EventOutboxSubject {
  const outbox = new MemoryEventOutbox({ clock });
  return { store: new MemoryTaskStore({ clock, outbox }), outbox: change(outbox), close: async () => {} };
}

/** Takes a lease for lost as soon as its time has passed, although nobody else was given it. */
const losingAtTheEnd: Wrong = (outbox) => ({
  async acknowledge(lease) {
    await outbox.claimEvents({ leaseMs: 0, limit: 99 });
    await outbox.acknowledge(lease);
  },
});

/** Does not look at the token of a lease, so that whoever has lost one still holds it. */
const blind: Wrong = (outbox) => {
  const tokens = new Map<string, string>();
  return {
    async claimEvents(request) {
      const answer = await outbox.claimEvents(request);
      for (const { lease } of answer.claims) tokens.set(lease.eventId, lease.token);
      return answer;
    },
    acknowledge: ({ eventId }) => outbox.acknowledge({ eventId, token: tokens.get(eventId) ?? '' }),
  };
};

describe('MemoryEventOutbox', () => {
  provesSuite<EventOutbox, EventOutboxSubject>(eventOutboxContract, create, {
    'gives concurrent claims different events': sharing('claimEvents'),
    'takes the word of a lease whose time has passed, unless others were given one': [blind, losingAtTheEnd],
    ...failing(
      byWallClock,
      'measures leases and pauses alike when the clock is set ahead',
      'measures leases and pauses alike when the clock is set back',
    ),
    'is not changed through its return values': lending('claimEvents'),
    'remembers events, leases and tries when it is opened again': (_, clock) => ({
      reopen: async () => create(clock, (right) => right),
    }),
  });
});

describe('MemoryEventOutbox, by a time of its own', () => {
  eventOutboxContract({ describe, it }, byOwnTime(create));
});
