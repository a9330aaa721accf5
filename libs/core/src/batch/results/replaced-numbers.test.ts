import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MemoryTaskStore } from '../../memory/tasks/memory-task-store.js';
import { CHANGE_KINDS } from '../../model/statuses.js';
import type { Task } from '../../model/task.js';
import { propertyRuns } from '../../property-runs.fixture.js';
import { ALICE, trialService } from '../../service/trial-service.fixture.js';
import type { ChangesRequest, NumberChange } from './task-changes.js';

const phone = (serial: number) => `+1415555${1_000 + serial}`;

type Answer = 'dead' | 'wa_registered' | 'fails';
type Row = readonly [key: string, serial: number | 'none', answer: Answer];

async function trialOf() {
  const store = new MemoryTaskStore();
  let answers = new Map<string, Answer>();
  const checker = {
    async check(number: string) {
      const answer = answers.get(number) ?? 'dead';
      if (answer === 'fails') throw new Error('the upstream answered 502');
      return answer;
    },
  };
  const trial = await trialService({ chunkSize: 3, store, archive: store, checker, checkAttempts: 1 });
  await trial.ledger.grant(ALICE, 1_000_000);
  return {
    ...trial,
    /** A done task of these rows. If several rows carry a number, the first row gives its answer. */
    async done(rows: readonly Row[]): Promise<Task> {
      answers = new Map();
      for (const [, serial, answer] of rows) {
        if (serial !== 'none' && !answers.has(phone(serial))) answers.set(phone(serial), answer);
      }
      const lines = rows.map(([key, serial]) => `"${key}",${serial === 'none' ? serial : phone(serial)}\n`);
      return await trial.workToEnd(await trial.submitCsv(`id,phone\n${lines.join('')}`));
    },
    async told(tasks: readonly [after: Task, before: Task], part: Partial<ChangesRequest> = {}) {
      const [{ taskId }, { taskId: against }] = tasks;
      const request = { accountId: ALICE, taskId, against, keyColumn: 'id', ...part };
      const { counts, changes, nextCursor } = await trial.service.changes(request);
      return { counts, changes: Array.from(changes, shown), nextCursor };
    },
  };
}

function shown({ change, from, key, phone: number, previousPhone, to }: NumberChange): string {
  return [change, key, number, previousPhone, from, to].join(' ');
}

const LONG = 'x'.repeat(200);

describe('numbers with the same key', () => {
  it.each<[string, readonly Row[], readonly Row[], readonly string[]]>([
    [
      'are one change, with both statuses',
      [['17', 1, 'dead']],
      [['17', 2, 'wa_registered']],
      [`replaced 17 ${phone(2)} ${phone(1)} dead wa_registered`],
    ],
    [
      'are one change also with the same status, and without one',
      [
        ['17', 1, 'dead'],
        ['18', 2, 'fails'],
      ],
      [
        ['17', 3, 'dead'],
        ['18', 4, 'fails'],
      ],
      [`replaced 17 ${phone(3)} ${phone(1)} dead dead`, `replaced 18 ${phone(4)} ${phone(2)}  `],
    ],
    [
      'stay two changes where several came or went with the key',
      [
        ['17', 1, 'dead'],
        ['18', 2, 'dead'],
        ['18', 3, 'dead'],
      ],
      [
        ['17', 4, 'dead'],
        ['17', 5, 'dead'],
        ['18', 6, 'dead'],
      ],
      [
        `came 17 ${phone(4)}   dead`,
        `came 17 ${phone(5)}   dead`,
        `came 18 ${phone(6)}   dead`,
        `went 17 ${phone(1)}  dead `,
        `went 18 ${phone(2)}  dead `,
        `went 18 ${phone(3)}  dead `,
      ],
    ],
    [
      'are one change beside a number with the key that stayed',
      [
        ['17', 1, 'dead'],
        ['17', 2, 'dead'],
      ],
      [
        ['17', 2, 'dead'],
        ['17', 3, 'dead'],
      ],
      [`replaced 17 ${phone(3)} ${phone(1)} dead dead`],
    ],
    [
      'are two changes where two of them have swapped their numbers',
      [
        ['17', 1, 'dead'],
        ['18', 2, 'dead'],
      ],
      [
        ['17', 2, 'wa_registered'],
        ['18', 1, 'dead'],
      ],
      [
        `replaced 17 ${phone(2)} ${phone(1)} dead wa_registered`,
        `replaced 18 ${phone(1)} ${phone(2)} dead dead`,
      ],
    ],
    [
      'are two changes where one has the number that another one has left',
      [
        ['17', 1, 'dead'],
        ['18', 3, 'wa_registered'],
      ],
      [
        ['17', 2, 'dead'],
        ['18', 1, 'dead'],
      ],
      [
        `replaced 17 ${phone(2)} ${phone(1)} dead dead`,
        `replaced 18 ${phone(1)} ${phone(3)} wa_registered dead`,
      ],
    ],
    [
      'are one change where one of two customers leaves a number that both had',
      [
        ['17', 1, 'dead'],
        ['18', 1, 'dead'],
      ],
      [
        ['17', 2, 'dead'],
        ['18', 1, 'wa_registered'],
      ],
      [`replaced 17 ${phone(2)} ${phone(1)} dead dead`, `changed 18 ${phone(1)}  dead wa_registered`],
    ],
    [
      'are two changes where two customers leave a number that both had, which went in none of them',
      [
        ['17', 1, 'dead'],
        ['18', 1, 'dead'],
      ],
      [
        ['17', 2, 'dead'],
        ['18', 3, 'dead'],
      ],
      [`replaced 17 ${phone(2)} ${phone(1)} dead dead`, `replaced 18 ${phone(3)} ${phone(1)} dead dead`],
    ],
    [
      'are one change where two customers have one number now, and the older number without a successor went',
      [
        ['18', 1, 'dead'],
        ['17', 2, 'wa_registered'],
      ],
      [
        ['17', 3, 'dead'],
        ['18', 3, 'dead'],
      ],
      [`replaced 18 ${phone(3)} ${phone(1)} dead dead`, `went 17 ${phone(2)}  wa_registered `],
    ],
    [
      'are no change where a customer joins a number that another one keeps',
      [
        ['17', 1, 'dead'],
        ['18', 2, 'dead'],
      ],
      [
        ['17', 2, 'dead'],
        ['18', 2, 'dead'],
      ],
      [`went 17 ${phone(1)}  dead `],
    ],
    [
      'are changes by number where the key is new, or not that of a customer with one number',
      [
        ['17', 1, 'dead'],
        ['19', 4, 'dead'],
        ['19', 5, 'dead'],
      ],
      [
        ['18', 1, 'wa_registered'],
        ['19', 1, 'wa_registered'],
      ],
      [
        `changed 18 ${phone(1)}  dead wa_registered`,
        `went 19 ${phone(4)}  dead `,
        `went 19 ${phone(5)}  dead `,
      ],
    ],
    [
      'are matched by each row of a number, and the key of the change is the one that matched',
      [
        ['16', 5, 'dead'],
        ['17', 1, 'dead'],
        ['17', 1, 'dead'],
      ],
      [
        ['16', 5, 'dead'],
        ['18', 2, 'dead'],
        ['17 ', 2, 'dead'],
        ['17', 2, 'dead'],
      ],
      [`replaced 17  ${phone(2)} ${phone(1)} dead dead`],
    ],
    [
      'are matched without the spaces around the key, and shown with them',
      [['17', 1, 'dead']],
      [[' 17 ', 2, 'dead']],
      [`replaced  17  ${phone(2)} ${phone(1)} dead dead`],
    ],
    [
      'are matched by a key that a fixed width fills up with spaces',
      [['17', 1, 'dead']],
      [['17'.padEnd(255), 2, 'dead']],
      [`replaced ${'17'.padEnd(199)}… ${phone(2)} ${phone(1)} dead dead`],
    ],
    [
      'have the key of the first row, if several keys say the same',
      [
        ['18', 1, 'dead'],
        ['17', 1, 'dead'],
      ],
      [
        ['17', 2, 'dead'],
        ['18', 2, 'dead'],
      ],
      [`replaced 17 ${phone(2)} ${phone(1)} dead dead`],
    ],
    [
      'have the key of the first row, in whatever order the older file has the keys',
      [
        ['17', 1, 'dead'],
        ['18', 1, 'dead'],
      ],
      [
        ['17', 2, 'dead'],
        ['18', 2, 'dead'],
      ],
      [`replaced 17 ${phone(2)} ${phone(1)} dead dead`],
    ],
    [
      'are not matched by an empty key',
      [
        ['', 1, 'dead'],
        [' ', 2, 'dead'],
      ],
      [
        ['', 3, 'dead'],
        [' ', 4, 'dead'],
      ],
      [
        `came  ${phone(3)}   dead`,
        `came   ${phone(4)}   dead`,
        `went  ${phone(1)}  dead `,
        `went   ${phone(2)}  dead `,
      ],
    ],
    [
      'are matched by a key of 200 characters, not by one that is cut',
      [
        [LONG, 1, 'dead'],
        [`y${LONG}`, 2, 'dead'],
      ],
      [
        [LONG, 3, 'dead'],
        [`y${LONG}`, 4, 'dead'],
      ],
      [
        `replaced ${LONG} ${phone(3)} ${phone(1)} dead dead`,
        `came y${LONG.slice(2)}… ${phone(4)}   dead`,
        `went y${LONG.slice(2)}… ${phone(2)}  dead `,
      ],
    ],
    [
      'are matched by a key that ends like one that was cut',
      [
        [`${LONG.slice(1)}…`, 1, 'dead'],
        [`${LONG.slice(2)}…`, 2, 'dead'],
        [LONG.slice(1), 3, 'dead'],
      ],
      [
        [`${LONG.slice(1)}…`, 4, 'dead'],
        [`${LONG.slice(2)}…`, 5, 'dead'],
        [`${LONG}x`, 6, 'dead'],
      ],
      [
        `replaced ${LONG.slice(1)}… ${phone(4)} ${phone(1)} dead dead`,
        `replaced ${LONG.slice(2)}… ${phone(5)} ${phone(2)} dead dead`,
        `came ${LONG.slice(1)}… ${phone(6)}   dead`,
        `went ${LONG.slice(1)} ${phone(3)}  dead `,
      ],
    ],
  ])('%s', async (_, before, after, expected) => {
    const { done, told } = await trialOf();
    const tasks = [await done(after), await done(before)] as const;
    expect((await told(tasks)).changes).toEqual(expected);
  });

  it('are matched no more once one of the numbers is erased', async () => {
    const { done, service, told } = await trialOf();
    const before = await done([
      ['17', 1, 'dead'],
      ['18', 2, 'dead'],
    ]);
    const after = await done([
      ['17', 3, 'dead'],
      ['18', 4, 'dead'],
    ]);
    for (const serial of [1, 4]) await service.eraseNumber({ accountId: ALICE, phone: phone(serial) });
    const { changes, counts } = await told([after, before]);
    expect(changes).toEqual([`came 17 ${phone(3)}   dead`, `went 18 ${phone(2)}  dead `]);
    expect(counts).toMatchObject({ came: 1, replaced: 0, went: 1 });
  });

  const rows = fc.array(
    fc.tuple(
      fc.constantFrom('', ' ', 'a', ' a', 'b', 'c', 'd', 'e', 'f'),
      fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 1, max: 12 }) }, fc.constant('none' as const)),
      fc.constantFrom<Answer>('dead', 'wa_registered', 'fails'),
    ),
    { minLength: 1, maxLength: 12 },
  );

  it('and all others are counted once, as a plain reading of both files does', async () => {
    const { done, told } = await trialOf();
    await fc.assert(
      fc.asyncProperty(rows, rows, fc.integer({ min: 1, max: 5 }), async (before, after, limit) => {
        const tasks = [await done(after), await done(before)] as const;
        const expected = plainChanges(before, after);
        const whole = await told(tasks);
        expect(whole.changes).toEqual(expected.map(({ text }) => text));
        for (const kind of CHANGE_KINDS) {
          const ofKind = expected.filter((change) => change.kind === kind);
          expect(whole.counts[kind]).toBe(ofKind.length);
          const pages: string[] = [];
          for (let cursor: string | null | undefined; cursor !== null; ) {
            const page = await told(tasks, { kinds: [kind], limit, cursor: cursor ?? null });
            expect(page.counts).toEqual(whole.counts);
            pages.push(...page.changes);
            cursor = page.nextCursor;
          }
          expect(pages).toEqual(ofKind.map(({ text }) => text));
        }
        const { came, changed, notCompared, replaced, unchanged } = whole.counts;
        expect(came + changed + notCompared + replaced + unchanged).toBe(numbersOf(after).length);
        // Each number of the file before is in the newer one, was replaced, or went.
        const inNewer = new Set(numbersOf(after).map((one) => one.phone));
        const isPrevious = new Set(expected.map(({ previous }) => previous));
        const gone = numbersOf(before).filter((one) => !inNewer.has(one.phone) && !isPrevious.has(one.phone));
        expect(whole.counts.went).toBe(gone.length);
      }),
      { numRuns: propertyRuns(40) },
    );
  });
});

interface PlainNumber {
  readonly phone: string;
  /** The key of its first row. */
  readonly key: string;
  readonly status: string | null;
}

function numbersOf(rows: readonly Row[]): readonly PlainNumber[] {
  const firsts = rows.filter(([, serial], at) => rows.findIndex((row) => row[1] === serial) === at);
  return firsts.flatMap(([key, serial, answer]) =>
    serial === 'none' ? [] : [{ phone: phone(serial), key, status: answer === 'fails' ? null : answer }],
  );
}

/** The changes, found by comparing every key and number of both files. */
function plainChanges(rowsBefore: readonly Row[], rowsAfter: readonly Row[]) {
  const [before, after] = [numbersOf(rowsBefore), numbersOf(rowsAfter)];
  const find = (numbers: readonly PlainNumber[], number: string) =>
    numbers.find((other) => other.phone === number);
  const numbersWith = (rows: readonly Row[], key: string) => [
    ...new Set(rows.flatMap((row) => (row[0].trim() === key && row[1] !== 'none' ? phone(row[1]) : []))),
  ];
  /** For each older number that a number replaced, the shared key as the newer file has it. */
  const older = ({ phone: own }: PlainNumber): ReadonlyMap<string, string> => {
    const keys = rowsAfter.flatMap(([key, serial]) =>
      serial !== 'none' && phone(serial) === own ? key : [],
    );
    const found = new Map<string, string>();
    for (const text of keys.filter((key) => key.trim() !== '')) {
      const [was, is] = [numbersWith(rowsBefore, text.trim()), numbersWith(rowsAfter, text.trim())];
      if (was.includes(own)) return new Map();
      const left = was.filter((number) => !is.includes(number));
      const joined = is.filter((number) => !was.includes(number));
      const [one] = left;
      if (one !== undefined && left.length === 1 && joined.length === 1 && !found.has(one))
        found.set(one, text);
    }
    return found;
  };
  const change = (
    kind: string,
    { phone: own, key }: PlainNumber,
    {
      previous = null,
      from = null,
      to = null,
    }: { previous?: string | null; from?: string | null; to?: string | null },
  ) => ({
    kind,
    phone: own,
    previous,
    text: [kind, key === '' ? null : key, own, previous, from, to].join(' '),
  });
  const came = after.flatMap((one) => {
    const replaced = older(one);
    const previous = before.find((other) => replaced.has(other.phone));
    if (previous !== undefined) {
      const key = replaced.get(previous.phone) ?? '';
      const statuses = { from: previous.status, to: one.status };
      return [change('replaced', { ...one, key }, { previous: previous.phone, ...statuses })];
    }
    const same = find(before, one.phone);
    if (same === undefined) return [change('came', one, { to: one.status })];
    const isChanged = same.status !== null && one.status !== null && same.status !== one.status;
    return isChanged ? [change('changed', one, { from: same.status, to: one.status })] : [];
  });
  const isReplaced = (number: string) => came.some(({ previous }) => previous === number);
  const went = before.filter((one) => find(after, one.phone) === undefined && !isReplaced(one.phone));
  return [...came, ...went.map((one) => change('went', one, { from: one.status }))];
}
