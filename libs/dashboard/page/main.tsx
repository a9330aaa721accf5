import './page.css';
import { render } from 'preact';
import { App } from './app/app.js';
import { readSettings } from './app/settings.js';
import { loadTranslation, preferredLanguage } from './texts/language.js';

const place = document.getElementById('app');
// Else the handler's redirect is under way, to the address with a slash at its end.
if (place !== null && location.pathname.endsWith('/')) {
  const settings = readSettings();
  const translation = await loadTranslation(preferredLanguage()).catch(() => undefined);
  if (translation === undefined) offerReload(place);
  else render(<App settings={settings} translation={translation} />, place);
}

/** In English: the texts could not be loaded, since the connection was lost or the server has a newer page meanwhile. */
function offerReload(place: HTMLElement): void {
  const line = document.createElement('p');
  line.textContent = 'The page could not be loaded. ';
  const button = document.createElement('button');
  button.textContent = 'Reload';
  button.addEventListener('click', () => location.reload());
  line.append(button);
  place.replaceChildren(line);
}
