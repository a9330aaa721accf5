import { systemEntropy } from '@dialproof/core';
import { SqlAccounts } from '@dialproof/sql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnPostgres } from '../../../tests/services/postgres.fixture.js';
import { STORIES } from '../stories/stories.js';
import { AT_FIRST } from '../story-run.js';
import { VirtualTime } from '../world/virtual-time.js';
import { cutStory } from './cuts.js';
import { PostgresLink } from './postgres-link.js';
import { StorySchema } from './story-schema.js';

describeOnPostgres('connections to PostgreSQL that are cut at a commit', () => {
  let schema: StorySchema;
  beforeAll(async () => {
    schema = await StorySchema.create();
  });
  afterAll(() => schema.remove());

  it.each([
    // The number of the commit decides how the client learns of it.
    ...([1, 2, 3] as const).map((commit) => [commit, 'before', commit - 1] as const),
    ...([1, 2, 3] as const).map((commit) => [commit, 'after', commit] as const),
  ])('are away for the write of commit %i; cut %s it, %i writes are kept', async (commit, side, kept) => {
    await schema.reset();
    const time = new VirtualTime(AT_FIRST.now);
    const cut = { commit, side, harm: 'connection' } as const;
    const link = new PostgresLink({ schema, time, cut, isWatched: () => true });
    const accounts = new SqlAccounts({ database: await link.open(systemEntropy), clock: time.clock });
    for (let write = 1; write < commit; write += 1) await accounts.create({});
    await expect(accounts.create({})).rejects.toMatchObject({ code: 'storage_unavailable' });
    const others = await schema.texts(
      'select account_id from accounts where account_id <> ?',
      schema.account.accountId,
    );
    expect(others).toHaveLength(kept);
    await link.close();
  });

  it.each([
    ['a single check without a key', 3],
    // Its answer is kept, unless the connection is lost before.
    ['a single check without a key', 9],
    ['webhooks', 4],
    // Its answer is kept.
    ['a number that is checked again while its answer is fresh', 11],
  ])('leave the end of the story as it is: %s, commit %i', async (name, at) => {
    const story = STORIES.find((one) => one.name === name);
    if (story === undefined) throw new Error(`there is no story "${name}"`);
    const { cuts, findings } = await cutStory(story, schema, { at });
    expect(findings).toEqual([]);
    expect(cuts).toBe(4);
  });
});
