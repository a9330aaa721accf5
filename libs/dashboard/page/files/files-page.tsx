import { useState } from 'preact/hooks';
import { useTools } from '../app/tools.js';
import { Heading } from '../parts/heading.js';
import { FileChoice } from './file-choice.js';
import { FileReview } from './file-review.js';
import { RecentFiles } from './recent-files.js';
import { unfinishedUpload } from './unfinished-upload.js';

/** From a file to a task: choose it, review it, submit it. */
export function FilesPage() {
  const { texts, offers } = useTools();
  const [chosen, setChosen] = useState<{ readonly file: File; readonly turn: number }>();
  const unfinished = unfinishedUpload();
  const choose = (file: File) => setChosen((before) => ({ file, turn: (before?.turn ?? 0) + 1 }));
  return (
    <section>
      <Heading>{texts.pages.files}</Heading>
      {chosen === undefined ? (
        <>
          <p>{texts.files.intro}</p>
          {unfinished !== undefined && (
            <p class="notice" dir="auto">
              {texts.files.interrupted(unfinished.fileName)}
            </p>
          )}
          <FileChoice onFile={choose} />
          {offers('GET /v1/verify/tasks') && offers('GET /v1/credits') && <RecentFiles />}
        </>
      ) : (
        <FileReview key={chosen.turn} file={chosen.file} onOther={() => setChosen(undefined)} />
      )}
    </section>
  );
}
