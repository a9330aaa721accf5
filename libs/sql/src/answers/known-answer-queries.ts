import { isOneOf, jsonRows } from '../json-rows.js';
import { BY_BYTES, chosenOnce, FOR_UPDATE, SKIPPING_LOCKED } from '../lock-order.js';
import { sql } from '../query.js';
import type { Tables } from '../schema.js';

export type KnownAnswerRow = Omit<Tables['known_answers'], 'account_id'>;

type OfAccount = { accountId: string };
type Limited = { before: number; limit: number };

const ANSWERS = jsonRows('answers', {
  number_hash: 'text',
  status: 'text',
  source: 'text',
  checked_at: 'whole',
  consent_date: 'text',
  reassigned: 'text',
});

export const knownAnswerQueries = {
  /** Adds answers about different numbers, in their order. It skips each that is older than the stored one. */
  remember: sql<OfAccount & { answers: string }>`
    insert into known_answers (account_id, number_hash, status, source, checked_at, consent_date, reassigned)
    select ${'accountId'}, number_hash, status, source, checked_at, consent_date, reassigned from ${ANSWERS} where true
    on conflict (account_id, number_hash) do update set status = excluded.status, source = excluded.source,
      checked_at = excluded.checked_at, consent_date = excluded.consent_date, reassigned = excluded.reassigned
    where known_answers.checked_at <= excluded.checked_at`,
  find: sql<OfAccount & { numbers: string; since: number }, KnownAnswerRow>`
    select number_hash, status, source, checked_at, consent_date, reassigned from known_answers
    where account_id = ${'accountId'} and ${isOneOf('number_hash', 'numbers')} and checked_at >= ${'since'}`,
  forget: sql<OfAccount & { numbers: string }>`
    delete from known_answers where account_id = ${'accountId'} and number_hash in (
      select old.number_hash from known_answers as old
      where old.account_id = ${'accountId'} and ${isOneOf('old.number_hash', 'numbers')}
      order by old.number_hash ${BY_BYTES} ${FOR_UPDATE})`,
  forgetAccount: sql<OfAccount>`
    delete from known_answers where account_id = ${'accountId'} and number_hash in (
      select old.number_hash from known_answers as old where old.account_id = ${'accountId'}
      order by old.number_hash ${BY_BYTES} ${FOR_UPDATE})`,
  /** Removes answers, but not those that a concurrent write has replaced since the rows were chosen. */
  expire: sql<Limited>`
    delete from known_answers where checked_at < ${'before'} and (account_id, number_hash) in ${chosenOnce(sql<Limited>`
      select old.account_id, old.number_hash from known_answers as old where old.checked_at < ${'before'} limit ${'limit'}
      ${SKIPPING_LOCKED}`)}`,
};
