const UNFINISHED = "status in ('queued', 'processing')";

const ADD_NEW = add('new.stored_bytes', `new.${UNFINISHED}`);
const REMOVE_OLD = `update account_usage set stored_bytes = stored_bytes - old.stored_bytes,
    unfinished_tasks = unfinished_tasks - (old.${UNFINISHED}) where account_id = old.account_id`;

/** Keep `account_usage` row by row: in a file, within the process, a trigger costs next to nothing. */
export const SQLITE_USAGE_TRIGGERS: readonly string[] = [
  `create trigger account_usage_of_added after insert on tasks when new.status <> 'draft'
    begin ${ADD_NEW}; end`,
  `create trigger account_usage_of_changed after update of status, stored_bytes on tasks
    when old.account_id = new.account_id
      and (old.stored_bytes <> new.stored_bytes or (old.${UNFINISHED}) <> (new.${UNFINISHED}))
    begin ${add('new.stored_bytes - old.stored_bytes', `(new.${UNFINISHED}) - (old.${UNFINISHED})`)}; end`,
  `create trigger account_usage_of_passed_on after update of account_id on tasks
    when old.account_id <> new.account_id
    begin ${REMOVE_OLD}; ${ADD_NEW}; end`,
  `create trigger account_usage_of_removed after delete on tasks when old.status <> 'draft'
    begin ${REMOVE_OLD}; end`,
];

function add(storedBytes: string, unfinishedTasks: string): string {
  return `insert into account_usage (account_id, stored_bytes, unfinished_tasks)
    values (new.account_id, ${storedBytes}, ${unfinishedTasks})
    on conflict (account_id) do update set stored_bytes = stored_bytes + excluded.stored_bytes,
      unfinished_tasks = unfinished_tasks + excluded.unfinished_tasks`;
}
