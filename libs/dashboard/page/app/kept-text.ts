/** The place of a text: this tab or this browser. */
export type Place = 'tab' | 'browser';

/** Texts that could not be stored, since the browser forbids it or its storage is full. They are forgotten with the page. */
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

/** The stored JSON value; undefined if there is none or it is not JSON. */
export function keptValue(place: Place, name: string): unknown {
  try {
    return JSON.parse(keptText(place, name) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/** Undefined if there is no storage: then even accessing it throws. */
function inStorage<Answer>(place: Place, use: (storage: Storage) => Answer): Answer | undefined {
  try {
    return use(place === 'tab' ? sessionStorage : localStorage);
  } catch {
    return undefined;
  }
}
