import type { DialproofClient } from '@dialproof/client';
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useNoOpeningOfDrops } from '../files/use-dropped-files.js';
import { useSession } from '../session/use-session.js';
import { formatsOf } from '../texts/formats.js';
import { type Language, loadTranslation, type Translation } from '../texts/language.js';
import { Frame } from './frame.js';
import { apiAddress, type PageSettings } from './settings.js';
import { askServer, type Tools, ToolsContext, UNKNOWN_SERVER } from './tools.js';

export interface AppProps {
  readonly settings: PageSettings;
  /** That of the language in which the page begins. */
  readonly translation: Translation;
}

/** The whole page. */
export function App({ settings, translation }: AppProps) {
  const [{ language, texts }, setTranslation] = useState(translation);
  const session = useSession(settings);
  const { client, signIns, failed } = session;
  const [server, setServer] = useState(UNKNOWN_SERVER);
  const [announced, announce] = useAnnouncement(client);

  useNoOpeningOfDrops();
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  useEffect(() => {
    if (signIns === 1) void askServer(apiAddress(settings)).then(setServer);
  }, [settings, signIns]);

  const chosen = useRef(language);
  const changeLanguage = (next: Language): void => {
    chosen.current = next;
    void loadTranslation(next)
      .catch(() => undefined)
      .then((loaded) => {
        // Else another language was chosen meanwhile.
        if (chosen.current !== next) return;
        // Without an answer the page stays as it is, and the field goes back to its language.
        setTranslation((present) => loaded ?? { ...present });
      });
  };

  const formats = useMemo(() => formatsOf(language, navigator.languages), [language]);
  const tools = useMemo<Tools>(
    () => ({
      client,
      texts,
      formats,
      offers: server.offers,
      limits: settings,
      signIns,
      announce,
      failed,
    }),
    [client, texts, formats, server, settings, signIns, announce, failed],
  );
  return (
    <ToolsContext.Provider value={tools}>
      <Frame
        settings={settings}
        session={session}
        isSandbox={server.isSandbox}
        language={language}
        onLanguage={changeLanguage}
      />
      <div role="status" class={announced.isSeen ? 'toast' : 'visually-hidden'}>
        {announced.text}
      </div>
    </ToolsContext.Provider>
  );
}

/** Longer than it takes to say. Later, somebody who reads on would find it at the end of another page. */
const SAID_FOR_MS = 10_000;

const NOTHING = { text: '', isSeen: false };

/** A text for people who hear the page, as long as the same client works for them. The same text twice is said twice. */
function useAnnouncement(client: DialproofClient): readonly [typeof NOTHING, Tools['announce']] {
  const [said, setSaid] = useState({ client, ...NOTHING });
  const announce = useCallback(
    (next: string, isSeen = false) => {
      setSaid(({ text: before }) => ({
        client,
        text: next && before === next ? `${next}\u00a0` : next,
        isSeen,
      }));
    },
    [client],
  );
  useEffect(() => {
    if (said.text === '') return;
    const timer = setTimeout(() => setSaid({ client, ...NOTHING }), SAID_FOR_MS);
    return () => clearTimeout(timer);
  }, [client, said]);
  return [said.client === client ? said : NOTHING, announce];
}
