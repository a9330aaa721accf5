import type { QueryConfig, QueryResult } from 'pg';
import { expect, it } from 'vitest';
import { PostgresTransaction } from './postgres-transaction.js';

const BEGINNING: readonly QueryConfig[] = [{ text: 'begin' }, { text: 'settings' }];

/** A transaction over a server that answers each statement with its text, but for those that fail. */
function subject({
  answers = {},
}: {
  readonly answers?: Readonly<Record<string, QueryResult | Error>>;
} = {}) {
  const trips: string[] = [];
  const transaction = new PostgresTransaction({
    beginning: BEGINNING,
    timeQuery: 'time',
    send: async (statements) => {
      trips.push(statements.map(({ text }) => text).join(' '));
      return statements.map(({ text }) => {
        const answer = answers[text] ?? answerOf(text);
        if (answer instanceof Error) throw answer;
        return answer;
      });
    },
  });
  const ask = async (text: string) => (await transaction.ask({ text })).command;
  return { ask, transaction, trips };
}

function answerOf(command: string): QueryResult {
  return { command, rowCount: 0, oid: 0, fields: [], rows: [] };
}

it('sends what is asked for in one turn together, the first of it with the beginning', async () => {
  const { ask, transaction, trips } = subject();
  expect(await Promise.all([ask('a'), ask('b')])).toEqual(['a', 'b']);
  expect(await ask('c')).toBe('c');
  await transaction.commit();
  expect(trips).toEqual(['begin settings a b', 'c', 'commit']);
});

it('ends with what is said to be the last, and only once', async () => {
  const { ask, transaction, trips } = subject();
  const asked = Promise.all([ask('a'), ask('b')]);
  transaction.nothingFollows();
  expect(await asked).toEqual(['a', 'b']);
  expect(transaction.isOpen).toBe(false);
  await transaction.commit();
  expect(trips).toEqual(['begin settings a b commit']);
});

it('ends by itself where nothing was asked for behind the last answer', async () => {
  const { ask, transaction, trips } = subject();
  await ask('a');
  transaction.nothingFollows();
  await transaction.commit();
  expect(trips).toEqual(['begin settings a', 'commit']);
});

it('refuses what is asked for behind the last', async () => {
  const { ask, transaction } = subject();
  const asked = ask('a');
  transaction.nothingFollows();
  await asked;
  await expect(ask('b')).rejects.toThrow('more than it had said');
});

it('is never begun where nothing is asked for', async () => {
  const { transaction, trips } = subject();
  await transaction.commit();
  expect(trips).toEqual([]);
});

it('answers for the time with the beginning, and asks for it later on', async () => {
  const { ask, trips } = subject();
  expect(await Promise.all([ask('time'), ask('a')])).toEqual(['settings', 'a']);
  expect(await ask('time')).toBe('time');
  expect(trips).toEqual(['begin settings a', 'time']);
});

it('waits with what is asked for until what was sent is answered', async () => {
  const { ask, trips } = subject();
  const first = ask('a');
  await Promise.resolve();
  await Promise.all([first, ask('b'), ask('c')]);
  expect(trips).toEqual(['begin settings a', 'b c']);
});

it('rejects all that went together where one fails, and can be taken back', async () => {
  const { ask, transaction, trips } = subject({ answers: { b: new Error('refused') } });
  const answers = await Promise.allSettled([ask('a'), ask('b')]);
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await transaction.rollback();
  expect(trips).toEqual(['begin settings a b', 'rollback']);
});

it('is not kept where its end fails, and is taken back', async () => {
  const { ask, transaction, trips } = subject({ answers: { commit: new Error('refused') } });
  const asked = ask('a');
  transaction.nothingFollows();
  await expect(asked).rejects.toThrow('refused');
  await transaction.rollback();
  expect(trips).toEqual(['begin settings a commit', 'rollback']);
});

it.each([true, false])(
  'says so where the server has kept nothing (its end goes with the last: %s)',
  async (isLast) => {
    const { ask, transaction } = subject({ answers: { commit: answerOf('ROLLBACK') } });
    const asked = ask('a');
    if (isLast) transaction.nothingFollows();
    const ended = asked.then(() => transaction.commit());
    await expect(ended).rejects.toThrow('went on after a statement had failed');
  },
);
