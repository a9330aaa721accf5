/** Where a text is kept: for this tab, or for this browser. */
export type Place = 'tab' | 'browser';

/** What could not be kept there, since the user lets pages keep nothing, or no more. It is forgotten with the page. */
const memory = new Map<string, string>();

export function keptText(place: Place, name: string): string | undefined {
  return memory.get(name) ?? inStorage(place, (storage) => storage.getItem(name)) ?? undefined;
}

export function keepText(place: Place, name: string, text: string): void {
  const isKept = inStorage(place, (storage) => {
    storage.setItem(name, text);
    return true;
  });
  if (isKept === true) memory.delete(name);
  else memory.set(name, text);
}

export function forgetText(place: Place, name: string): void {
  memory.delete(name);
  inStorage(place, (storage) => storage.removeItem(name));
}

/** What was kept as JSON; undefined where nothing was, or something else. */
export function keptValue(place: Place, name: string): unknown {
  try {
    return JSON.parse(keptText(place, name) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/** Undefined where there is no storage: even asking for it throws then. */
function inStorage<Answer>(place: Place, use: (storage: Storage) => Answer): Answer | undefined {
  try {
    return use(place === 'tab' ? sessionStorage : localStorage);
  } catch {
    return undefined;
  }
}
