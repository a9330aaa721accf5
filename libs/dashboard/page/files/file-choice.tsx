import { useId, useState } from 'preact/hooks';
import { useTools } from '../app/tools.js';
import { SmallButton } from '../parts/small-button.js';
import { useDroppedFiles } from './use-dropped-files.js';

/** The browser's own way to choose a file. It may be dropped too, anywhere on the page. */
export function FileChoice({ onFile }: { onFile(file: File): void }) {
  const { texts, formats, limits } = useTools();
  const [isSeveral, setSeveral] = useState(false);
  const limitsId = useId();
  const take = (files: FileList | null) => {
    setSeveral((files?.length ?? 0) > 1);
    const file = files?.length === 1 ? files[0] : undefined;
    if (file !== undefined) onFile(file);
  };
  const isOver = useDroppedFiles(take);
  return (
    <div class={isOver ? 'drop over' : 'drop'}>
      <svg viewBox="0 0 24 24" aria-hidden="true" stroke-width="1.5">
        <path d="M4 15v4a1 1 0 0 0 1 1h14a1 1 0 0 0 1-1v-4M12 15V4m-4 4 4-4 4 4" />
      </svg>
      <label class="choose">
        {texts.files.choose}
        <input
          class="visually-hidden"
          type="file"
          accept=".csv,.xlsx"
          aria-describedby={limitsId}
          onChange={({ currentTarget }) => {
            take(currentTarget.files);
            // The same file may be chosen again.
            currentTarget.value = '';
          }}
        />
      </label>
      <p>{isOver ? texts.files.dropNow : texts.files.drop}</p>
      <p>
        <small id={limitsId}>
          {texts.files.limits(
            formats.number(limits.maxRows),
            formats.bytes(roundedDown(limits.maxFileBytes)),
          )}
        </small>
      </p>
      {isSeveral && <p role="alert">{texts.files.notOne}</p>}
      <SmallButton onClick={() => onFile(sampleFile())}>{texts.files.sample}</SmallButton>
    </div>
  );
}

/** Two digits are enough for a limit: 100 MiB are 104.9 MB, and read better as 100. */
function roundedDown(bytes: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(bytes)) - 1);
  return Math.floor(bytes / step) * step;
}

/** The rows of the sample file: numbers that are reserved for fiction, in the ways people write them, a duplicate, and two cells without a number. */
const ROWS = [
  'Name,Phone,City',
  'Ada,+1 415-555-0100,San Francisco',
  'Grace,+1 415-555-0101,San Francisco',
  'Alan,+1 (415) 555-0102,Oakland',
  'Edsger,+1 415 555 0103,Berkeley',
  'Barbara,+44 20 7946 0958,London',
  'Donald,+44 7700 900123,Leeds',
  'Ada again,+14155550100,Sausalito',
  'Tony,ask at reception,York',
  'Niklaus,,Bath',
];

/** A file to try the page with. */
export function sampleFile(): File {
  return new File([`${ROWS.join('\n')}\n`], 'sample.csv', { type: 'text/csv' });
}
