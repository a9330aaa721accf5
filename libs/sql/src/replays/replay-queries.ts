import { isChosen, sql } from '../query.js';
import type { Columns } from '../schema.js';

type OfAccount = { accountId: string };
type Key = OfAccount & { key: string };
type Lease = Key & { token: string };

const IS_REQUEST = sql<Key>`account_id = ${'accountId'} and key = ${'key'}`;
const IS_UNDER_WAY = sql<Lease>`${IS_REQUEST} and token = ${'token'} and reply is null`;

const FORGOTTEN = sql<OfAccount & { now: number; limit: number }>`
  select old.key from replays as old where old.account_id = ${'accountId'} and old.forget_at <= ${'now'} limit ${'limit'}`;

export const replayQueries = {
  find: sql<Key, Columns<'replays', 'fingerprint' | 'reply' | 'until'>>`
    select fingerprint, reply, until from replays where ${IS_REQUEST}`,
  /**
   * Begins a request that is not known, or whose time is over. One that was begun and is still remembered keeps its id. Has no row if
   * another caller is answering it, or has answered it.
   */
  begin: sql<
    Lease & { requestId: string; until: number; forgetAt: number; now: number },
    Columns<'replays', 'request_id'>
  >`insert into replays (account_id, key, token, request_id, until, forget_at)
    values (${'accountId'}, ${'key'}, ${'token'}, ${'requestId'}, ${'until'}, ${'forgetAt'})
    on conflict (account_id, key) do update set token = excluded.token,
      request_id = case when replays.reply is null and replays.forget_at > ${'now'} then replays.request_id
        else excluded.request_id end,
      fingerprint = null, reply = null, until = excluded.until, forget_at = excluded.forget_at
    where replays.until <= ${'now'}
    returning request_id`,
  extend: sql<Lease & { until: number; forgetAt: number }>`
    update replays set until = ${'until'}, forget_at = ${'forgetAt'} where ${IS_UNDER_WAY}`,
  complete: sql<Lease & { fingerprint: string; reply: Uint8Array; until: number }>`
    update replays set fingerprint = ${'fingerprint'}, reply = ${'reply'}, until = ${'until'}, forget_at = ${'until'}
    where ${IS_UNDER_WAY}`,
  abandon: sql<Lease>`delete from replays where ${IS_UNDER_WAY}`,
  /** A page of answers, by their keys. */
  answersOf: sql<Key & { limit: number }, Columns<'replays', 'key' | 'reply'>>`
    select key, reply from replays where account_id = ${'accountId'} and key > ${'key'} and reply is not null
    order by key limit ${'limit'}`,
  removeAnswer: sql<Key>`delete from replays where ${IS_REQUEST} and reply is not null`,
  /** The requests that can be removed, the oldest first. */
  expired: sql<{ now: number; limit: number }, Columns<'replays', 'account_id' | 'key'>>`
    select account_id, key from replays where forget_at <= ${'now'} order by forget_at limit ${'limit'}`,
  /** Skips rows that another caller has answered since they were chosen. */
  expireOfAccount: sql<OfAccount & { now: number; limit: number }>`
    delete from replays where account_id = ${'accountId'} and forget_at <= ${'now'} and ${isChosen('key', FORGOTTEN)}`,
  nextForgotten: sql<OfAccount, Columns<'replays', 'forget_at'>>`
    select forget_at from replays where account_id = ${'accountId'} order by forget_at limit 1`,

  /**
   * Takes a place among the remembered requests of an account. Changes nothing if there is none left. The row with their count is also the
   * lock of the account's requests, and is locked either way: a write that adds or removes one has it first.
   */
  takePlace: sql<OfAccount & { maxPerAccount: number }>`
    insert into replay_accounts (account_id, requests) values (${'accountId'}, 1)
    on conflict (account_id) do update set requests = replay_accounts.requests + 1
    where replay_accounts.requests < ${'maxPerAccount'}`,
  lockPlaces: sql<OfAccount>`update replay_accounts set requests = requests where account_id = ${'accountId'}`,
  givePlaces: sql<OfAccount & { count: number }>`
    update replay_accounts set requests = requests - ${'count'} where account_id = ${'accountId'}`,
  /** Removes the count of an account without remembered requests. */
  forgetAccount: sql<OfAccount>`delete from replay_accounts where account_id = ${'accountId'} and requests = 0`,
};
