import type { FileSettings, Preview } from '@dialproof/client';
import { useId } from 'preact/hooks';
import { useTools } from '../app/tools.js';
import { Checkbox } from '../parts/field.js';

/** Younger answers are as good as new ones for most purposes, and servers keep files for about as long. */
const FRESH = '30d';

export interface KnownAnswersProps {
  readonly preview: Preview;
  readonly settings: FileSettings;
  /** The settings of `preview`. */
  readonly readWith: FileSettings;
  /** Undefined where another setting says it. */
  readonly onChange: ((settings: FileSettings) => void) | undefined;
}

/** The choice to use answers of earlier files again, and what that saves. It needs a server that keeps files. */
export function KnownAnswers({ preview, settings, readWith, onChange }: KnownAnswersProps) {
  const { texts, formats, offers } = useTools();
  const id = useId();
  const { known, suppressed } = preview;
  const { fresh_within: fresh } = settings;
  return (
    <>
      {onChange !== undefined && offers('GET /v1/verify/tasks') && (
        <div class="field">
          <Checkbox
            checked={fresh !== undefined}
            aria-describedby={id}
            onCheck={(isOn) => onChange({ ...settings, fresh_within: isOn ? FRESH : undefined })}
          >
            {texts.files.fresh(formats.age(fresh ?? FRESH))}
          </Checkbox>
          <small id={id}>
            {fresh === undefined || readWith.fresh_within === undefined
              ? texts.files.freshHelp
              : texts.files.freshSaves(known.numbers)}
          </small>
        </div>
      )}
      {onChange === undefined && readWith.fresh_within !== undefined && known.numbers > 0 && (
        <p>{texts.files.freshSaves(known.numbers)}</p>
      )}
      {suppressed.rows > 0 && <p>{texts.suppressions.inFile(suppressed.rows)}</p>}
    </>
  );
}
