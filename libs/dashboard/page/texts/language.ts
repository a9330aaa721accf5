import { keepText } from '../app/kept-text.js';
import type { Texts } from './en.js';

/** A translation is one file and its line here, and the name in `LANGUAGES` of the package. It is loaded when somebody reads it. */
export const TRANSLATIONS = {
  en: { name: 'English', load: async () => (await import('./en.js')).en },
  de: { name: 'Deutsch', load: async () => (await import('./de.js')).de },
} as const satisfies Record<string, { readonly name: string; load(): Promise<Texts> }>;
export type Language = keyof typeof TRANSLATIONS;

/** The texts of the page in a language. */
export interface Translation {
  readonly language: Language;
  readonly texts: Texts;
}

export async function loadTranslation(language: Language): Promise<Translation> {
  return { language, texts: await TRANSLATIONS[language].load() };
}

/** Read by the script in index.html. */
const KEPT_AS = 'dialproof-language';

/**
 * The language of this user: the one chosen before, else the host's, else the first of the browser's that there is, else English. The
 * script in index.html chooses it, so that its texts are not requested only after the script of the page has come.
 */
export function preferredLanguage(): Language {
  const { lang } = document.documentElement;
  return isLanguage(lang) ? lang : 'en';
}

export function keepLanguage(language: Language): void {
  keepText('browser', KEPT_AS, language);
}

export function isLanguage(name: string): name is Language {
  return Object.hasOwn(TRANSLATIONS, name);
}
