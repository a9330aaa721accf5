/** The time within which a browser begins to save the target of a link. */
const KEPT_MS = 60_000;

/** Has the browser save a file, as it saves downloads. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}
