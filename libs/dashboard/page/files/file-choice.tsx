import { useRef, useState } from 'preact/hooks';
import { useTools } from '../app/tools.js';

/** A place to drop a file on, around the browser's own way to choose one. */
export function FileChoice({ onFile }: { onFile(file: File): void }) {
  const { texts } = useTools();
  const [isOver, setOver] = useState(false);
  const [isSeveral, setSeveral] = useState(false);
  // Moving over what is inside leaves and enters again.
  const depth = useRef(0);
  const take = (files: FileList | null | undefined) => {
    setSeveral((files?.length ?? 0) > 1);
    const file = files?.length === 1 ? files[0] : undefined;
    if (file !== undefined) onFile(file);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is one way more, the field inside works by keyboard
    <div
      class={isOver ? 'drop over' : 'drop'}
      onDragEnter={() => {
        depth.current += 1;
        setOver(true);
      }}
      onDragLeave={() => {
        depth.current -= 1;
        if (depth.current === 0) setOver(false);
      }}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        depth.current = 0;
        setOver(false);
        take(event.dataTransfer?.files);
      }}
    >
      <label class="choose">
        {texts.files.choose}
        <input
          class="visually-hidden"
          type="file"
          accept=".csv,.xlsx"
          onChange={({ currentTarget }) => {
            take(currentTarget.files);
            // The same file may be chosen again.
            currentTarget.value = '';
          }}
        />
      </label>
      <p>{isOver ? texts.files.dropNow : texts.files.drop}</p>
      {isSeveral && <p role="alert">{texts.files.notOne}</p>}
    </div>
  );
}
