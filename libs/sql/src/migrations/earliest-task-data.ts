// The functions throw for malformed JSON. A `where` may be evaluated in any order, a `case` is evaluated in order.
const hasHeader = `
  case when json_valid(file)
    then json_type(file, '$.columns') = 'array' and json_type(file, '$.rowBlocks') = 'integer'
  end`;

const addHeaderBlocks = `
  insert into task_rows (task_id, block_index, block)
  select task_id, json_extract(file, '$.rowBlocks'), cast(json_extract(file, '$.columns') as blob)
  from tasks where ${hasHeader}`;

/** Counts the numbers of the first chunk. All others have as many, except the last. */
const completeFiles = `
  update tasks set file = json_set(json_remove(file, '$.columns'), '$.numbersPerChunk', coalesce((
    select length(chunk) - length(replace(cast(chunk as text), ' ', '')) + 1
    from task_chunks where task_chunks.task_id = tasks.task_id and chunk_index = 0
  ), 1))
  where ${hasHeader}`;

/**
 * Schema version 3 kept the numbers of a chunk as words, `14155552671 442071838750*3`. A number in several rows had their count behind
 * it. Each number had a status byte, 255 for a failed check.
 */
const words = `'["' || replace(cast(chunk as text), ' ', '","') || '"]'`;

const countFailedChecks = `
  update tasks set checks_failed = (
    select coalesce(sum(
      case when instr(word.value, '*') = 0 then 1
        else cast(substr(word.value, instr(word.value, '*') + 1) as integer)
      end
    ), 0)
    from task_chunks, json_each(case when json_valid(${words}) then ${words} else '[]' end) as word
    where task_chunks.task_id = tasks.task_id
      and instr(statuses, x'ff') > 0
      and substr(statuses, word.key + 1, 1) = x'ff'
  )
  where task_id in (select task_id from task_chunks where instr(statuses, x'ff') > 0)`;

/**
 * Moves the header of a file from the JSON of its task, where schema version 3 kept it, into the block after its rows. Adds counts that
 * this version lacked: the numbers of a chunk, and the rows whose check failed. Unreadable rows stay as they are: one broken row must
 * not prevent the database from being opened.
 */
export const EARLIEST_TASK_DATA: readonly string[] = [addHeaderBlocks, completeFiles, countFailedChecks];
