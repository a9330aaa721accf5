import { useTools } from '../app/tools.js';
import { useLoaded } from '../app/use-loaded.js';
import { TaskTable } from '../tasks/task-table.js';

const SHOWN = 5;

/** The account's latest files, and its credits. Renders nothing before there is one, nor where they cannot be had: the page is for new files. */
export function RecentFiles() {
  const { client, texts } = useTools();
  const recent = useLoaded(async (signal) => {
    const [{ items }, { available }] = await Promise.all([
      client.tasks({ limit: SHOWN }, { signal }).page(),
      client.credits({ signal }),
    ]);
    return { tasks: items, available };
  }, []);
  if (recent.value === undefined || recent.value.tasks.length === 0) return null;
  return (
    <section class="card">
      <h2>{texts.files.recent}</h2>
      <TaskTable label={texts.files.recent} tasks={recent.value.tasks} />
      <p class="actions">
        <span>{texts.files.balance(recent.value.available)}</span>
        <a href="#/history">{texts.files.allFiles}</a>
      </p>
    </section>
  );
}
