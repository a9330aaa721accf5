import assert from 'node:assert/strict';
import { type AccountSuspensions, accountId, type TaskStore } from '@dialproof/core';
import { type CreateOnClock, type KeepsTime, timedCasesWith } from '../runner/own-time.js';
import type { TestRunner } from '../runner/test-runner.js';
import {
  beginDraft,
  claimNext,
  claimOf,
  enqueueTask,
  LEASE_MS,
  OUTAGE,
  OWNER,
  partialRecord,
  recorded,
  taskOf,
} from '../tasks/subject/sample-task.js';

/** The subject of a case: a task store of its own, with the suspensions of its accounts. */
export interface AccountSuspensionsSubject extends KeepsTime {
  readonly store: TaskStore;
  readonly suspensions: AccountSuspensions;
}

const OTHER = accountId('another-account');

/** Tests every sentence of {@link AccountSuspensions}. Each case calls `create` for an empty store that goes by the clock. */
export function accountSuspensionsContract(
  runner: TestRunner,
  create: CreateOnClock<AccountSuspensionsSubject>,
): void {
  runner.describe('account suspensions contract', () => {
    const it = timedCasesWith(runner, create);

    it('claims no chunk of a suspended account, and those of other accounts', async ({
      store,
      suspensions,
    }) => {
      await enqueueTask(store, 2);
      const other = await enqueueTask(store, 1, { accountId: OTHER });
      await suspensions.suspendAccount(OWNER);
      const { claims } = await claimNext(store, { limit: 10 });
      assert.deepEqual(
        claims.map(({ taskId }) => taskId),
        [other.taskId],
      );
    });

    it('has nothing to wait for where only suspended accounts have work', async ({
      store,
      suspensions,
    }, time) => {
      const { taskId } = await enqueueTask(store, 1);
      await suspensions.suspendAccount(OWNER);
      for (const of of [null, taskId]) {
        const { claims, retryAfterMs } = await claimNext(store, { taskId: of });
        assert.deepEqual({ claims, retryAfterMs }, { claims: [], retryAfterMs: null });
      }
      await time.pass(10 * LEASE_MS);
      assert.deepEqual((await claimNext(store)).claims, []);
    });

    it('suspends tasks that are queued later, of an account without any before', async ({
      store,
      suspensions,
    }) => {
      await suspensions.suspendAccount(OWNER);
      const { taskId } = await enqueueTask(store, 1);
      assert.deepEqual((await claimNext(store)).claims, []);
      assert.equal((await taskOf(store, taskId)).waiting?.reason, 'account_suspended');
    });

    it('shows why a task waits, also in an outage, and since when', async ({ store, suspensions }, time) => {
      const { taskId } = await enqueueTask(store, 1);
      await time.pass(1_000);
      await store.reportOutage(OUTAGE);
      await suspensions.suspendAccount(OWNER);
      const { waiting } = await taskOf(store, taskId);
      assert.deepEqual([waiting?.reason, waiting?.nextTryAt], ['account_suspended', null]);
      await time.pass(1_000);
      await suspensions.suspendAccount(OWNER);
      assert.deepEqual((await taskOf(store, taskId)).waiting, waiting);
    });

    it('takes the answers of a chunk that was leased before, tells its worker to stop, and claims it no more', async ({
      store,
      suspensions,
    }) => {
      const { taskId } = await enqueueTask(store, 1);
      const { lease } = await claimOf(store, 'check');
      await suspensions.suspendAccount(OWNER);
      assert.equal(await store.extendLease(lease, LEASE_MS), false);
      assert.equal((await recorded(store, lease, partialRecord())).isEnding, true);
      await store.giveBack(lease, 0);
      assert.deepEqual((await claimNext(store)).claims, []);
      assert.equal((await taskOf(store, taskId)).processed > 0, true);
    });

    it('discards an abandoned upload of a suspended account', async ({ store, suspensions }, time) => {
      const { taskId } = await beginDraft(store);
      await suspensions.suspendAccount(OWNER);
      await time.pass(2 * LEASE_MS);
      assert.equal((await claimOf(store, 'discard')).taskId, taskId);
    });

    it('continues with the tasks of an account that is reinstated', async ({ store, suspensions }) => {
      const { taskId } = await enqueueTask(store, 1);
      await suspensions.suspendAccount(OWNER);
      await suspensions.reinstateAccount(OWNER);
      await suspensions.reinstateAccount(OTHER);
      assert.equal((await taskOf(store, taskId)).waiting, null);
      const { lease } = await claimOf(store, 'check');
      assert.equal(await store.extendLease(lease, LEASE_MS), true);
      assert.equal((await recorded(store, lease, partialRecord())).isEnding, false);
    });
  });
}
