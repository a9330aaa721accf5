import type { Task } from '@dialproof/client';
import type { HTMLAttributes } from 'preact';
import { useTools } from '../app/tools.js';
import { type Loaded, useLoaded } from '../app/use-loaded.js';

const MOST_FILES = 100;

/** The newest files that a list may be made of, with the one of this id: those that have not failed. */
export function useFiles(taskId = ''): Loaded<readonly Task[]> {
  const { client } = useTools();
  return useLoaded(
    async (signal) => {
      const { items } = await client.tasks({ limit: MOST_FILES }, { signal }).page();
      const isListed = taskId === '' || items.some(({ task_id }) => task_id === taskId);
      const files = isListed ? items : [await client.task(taskId).get({ signal }), ...items];
      return files.filter(({ status }) => status !== 'failed');
    },
    [taskId],
  );
}

export interface FileSelectProps extends Pick<HTMLAttributes<HTMLSelectElement>, 'aria-describedby'> {
  readonly files: readonly Task[];
  /** A task id; empty: none is chosen. */
  readonly value: string;
  onChoose(file: Task): void;
}

/** A choice among the files of the account. */
export function FileSelect({ files, value, onChoose, ...attributes }: FileSelectProps) {
  const { texts, formats } = useTools();
  return (
    <select
      {...attributes}
      required
      value={value}
      onChange={({ currentTarget }) => {
        const file = files.find(({ task_id }) => task_id === currentTarget.value);
        if (file !== undefined) onChoose(file);
      }}
    >
      {value === '' && <option value="">{texts.lists.choose}</option>}
      {files.map(({ task_id, file_name, created_at }) => (
        <option key={task_id} value={task_id}>
          {`${file_name} – ${formats.dateTime(created_at)}`}
        </option>
      ))}
    </select>
  );
}
