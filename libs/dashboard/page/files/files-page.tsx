import { useState } from 'preact/hooks';
import { useTools } from '../app/tools.js';
import { Heading } from '../parts/heading.js';
import { FileChoice } from './file-choice.js';
import { FileReview } from './file-review.js';
import { RecentFiles } from './recent-files.js';
import { keepReview, newReview, openReview, type Review } from './review.js';
import { unfinishedUpload } from './unfinished-upload.js';

/** From a file to a task: choose it, review it, submit it. */
export function FilesPage() {
  const { client, texts, offers } = useTools();
  const [review, setReview] = useState(() => ({ open: openReview(client), turn: 0 }));
  const unfinished = unfinishedUpload();
  const open = (next: Review | undefined): void => {
    keepReview(client, next);
    setReview(({ turn }) => ({ open: next, turn: turn + 1 }));
  };
  return (
    <section>
      <Heading>{texts.pages.files}</Heading>
      {review.open === undefined ? (
        <>
          <p>{texts.files.intro}</p>
          {unfinished !== undefined && (
            <p class="notice" dir="auto">
              {texts.files.interrupted(unfinished.fileName)}
            </p>
          )}
          <FileChoice onFile={(file) => open(newReview(file))} />
          {offers('GET /v1/verify/tasks') && offers('GET /v1/credits') && <RecentFiles />}
        </>
      ) : (
        <FileReview key={review.turn} review={review.open} onOther={() => open(undefined)} />
      )}
    </section>
  );
}
