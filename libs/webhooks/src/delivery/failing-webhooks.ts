/** How many are remembered. Of one that began to fail longer ago than so many others, it is told once more. */
const MAX_REMEMBERED = 10_000;

/** The webhooks of which this process has told that they fail. */
export class FailingWebhooks {
  readonly #ids = new Set<string>();

  /** Returns whether it was not known to fail. */
  note(webhookId: string): boolean {
    if (this.#ids.has(webhookId)) return false;
    this.#ids.add(webhookId);
    const [oldest] = this.#ids;
    if (this.#ids.size > MAX_REMEMBERED && oldest !== undefined) this.#ids.delete(oldest);
    return true;
  }

  /** It works, or nothing is delivered to it any more. */
  forget(webhookId: string): void {
    this.#ids.delete(webhookId);
  }
}
