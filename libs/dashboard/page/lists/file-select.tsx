import type { Task } from '@dialproof/client';
import { useTools } from '../app/tools.js';
import { type Loaded, useLoaded } from '../app/use-loaded.js';
import { Select, type SelectProps } from '../parts/field.js';

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

export interface FileSelectProps extends Pick<SelectProps<string>, 'aria-describedby'> {
  readonly files: readonly Task[];
  /** A task id; empty: none is chosen. */
  readonly value: string;
  onChoose(file: Task): void;
}

/** A choice among the files of the account. */
export function FileSelect({ files, value, onChoose, ...attributes }: FileSelectProps) {
  const { texts, formats } = useTools();
  return (
    <Select
      {...attributes}
      required
      choices={[
        ...(value === '' ? [['', texts.lists.choose] as const] : []),
        ...files.map(
          ({ task_id, file_name, created_at }) =>
            [task_id, `${file_name} – ${formats.dateTime(created_at)}`] as const,
        ),
      ]}
      value={value}
      onChoose={(chosen) => {
        const file = files.find(({ task_id }) => task_id === chosen);
        if (file !== undefined) onChoose(file);
      }}
    />
  );
}
