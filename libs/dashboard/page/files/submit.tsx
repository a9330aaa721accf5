import type { Preview, SubmitSettings, UploadOptions, UploadProgress } from '@dialproof/client';
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { goTo, type Route } from '../app/route.js';
import { useTools } from '../app/tools.js';
import { useAction } from '../app/use-action.js';
import { Failure } from '../parts/failure.js';
import { type Review, sendReview } from './review.js';
import { SentBytes } from './sent-bytes.js';
import { wasRefused, whileUploading } from './unfinished-upload.js';
import { type FilePreview, nextStep } from './use-preview.js';

/** What becomes of a file that was reviewed. */
export interface FileUse {
  /** Those on the button. `numbers`: how many numbers the file has. */
  words(numbers: number): string;
  /** Fields of its own, above the cost. */
  fields?(preview: Preview, change: FilePreview['change']): ComponentChildren;
  /** The list that it is for: it, and no box, says which known answers are used again. */
  readonly list?: {
    /** The most credits that a run of it may cost. */
    readonly limit: number | undefined;
    /** The id of the form of the fields. */
    readonly form?: string;
    /** Is said on the next page. */
    readonly done: string;
    /** Whether the fields say the failure. */
    isSaid(error: unknown): boolean;
  };
  /** Whether these are filled in; says what is missing. */
  isReady?(): boolean;
  /** Sends the file. Resolves to the page of what it has become. */
  send(
    review: Review,
    settings: SubmitSettings,
    options: Pick<UploadOptions, 'signal' | 'onProgress'>,
  ): Promise<Route>;
}

export interface SubmitProps {
  readonly review: Review;
  readonly reading: FilePreview;
  readonly use: FileUse;
  /** Is called when the upload begins and when it ends. */
  onRunning(isRunning: boolean): void;
}

/** The cost of a file, and the button that spends it. */
export function Submit({ review, reading, use, onRunning }: SubmitProps) {
  const { client, texts, announce } = useTools();
  const [progress, setProgress] = useState<UploadProgress>();
  const heading = useId();
  const stop = useRef<AbortController | undefined>(undefined);
  const { preview } = reading;
  const isShown = useRef(true);
  const done = useRef('');
  useEffect(
    () => () => {
      isShown.current = false;
      // Not before: the preview takes back its own words when it goes.
      if (done.current !== '') announce(done.current);
    },
    [announce],
  );
  const submit = useAction(async () => {
    // Pressing this button may have applied a choice beside a note. Its price is shown before anything is submitted.
    if (preview === undefined || review.settings !== reading.readWith) return;
    stop.current = new AbortController();
    const { signal } = stop.current;
    // No more than was shown, whatever the file has become since.
    const max_credits = Math.min(preview.credits.held, use.list?.limit ?? Infinity);
    const all = { ...review.settings, max_credits };
    setProgress(undefined);
    try {
      const page = await whileUploading(() =>
        sendReview(client, review, () => use.send(review, all, { signal, onProgress: setProgress })),
      );
      // A user who has left the page meanwhile finds it in the history.
      if (!isShown.current) return;
      done.current = use.list?.done ?? '';
      goTo(page);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  });
  // Before it runs: fields that are disabled meanwhile could not say what they lack.
  const start = (): void => {
    if (use.isReady?.() !== false) void submit.run();
  };
  useEffect(() => onRunning(submit.isRunning), [submit.isRunning, onRunning]);
  if (preview === undefined) return null;

  const { held, charged } = preview.credits;
  const missing = held - preview.balance.available;
  const limit = use.list?.limit;
  const isOver = limit !== undefined && held > limit;
  const first = nextStep(preview, texts);
  return (
    <section class={first === undefined ? 'card cost stays' : 'card cost'} aria-labelledby={heading}>
      <h2 id={heading} class="visually-hidden">
        {texts.files.cost}
      </h2>
      <div class="actions">
        {/* The upload takes the place of the price, which keeps its height, so that nothing below it moves. */}
        <div class={submit.isRunning ? 'either sending' : 'either'}>
          <div>
            <p class="headline">{first ?? texts.files.atMost(charged)}</p>
            <p>
              <small>
                {texts.files.balance(preview.balance.available)}{' '}
                {held > charged && texts.files.heldUntil(held)}
              </small>
            </p>
            {limit !== undefined && (
              <p class={isOver ? 'warning' : undefined}>
                {isOver ? texts.lists.overLimit(limit) : texts.lists.cost(limit)}
              </p>
            )}
            {missing > 0 && <p class="warning">{texts.files.tooFew(missing)}</p>}
          </div>
          {submit.isRunning && <SentBytes label={texts.files.submitting} progress={progress} />}
        </div>
        {submit.isRunning ? (
          <button type="button" class="secondary" onClick={() => stop.current?.abort()}>
            {texts.files.stop}
          </button>
        ) : (
          // Without numbers, the words beside it say what to do first.
          first === undefined && (
            <button
              type={use.list?.form === undefined ? 'button' : 'submit'}
              form={use.list?.form}
              aria-busy={reading.isLoading}
              disabled={missing > 0 || isOver || reading.isLoading || reading.error !== undefined}
              onClick={start}
            >
              {use.words(preview.numbers)}
            </button>
          )
        )}
      </div>
      {use.list?.isSaid(submit.error) !== true && (
        <Failure
          error={submit.error}
          {...(wasRefused(submit.error) ? {} : { title: texts.files.failedUpload })}
          onRetry={start}
        />
      )}
    </section>
  );
}
