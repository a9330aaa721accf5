import './page.css';
import { render } from 'preact';
import { App } from './app/app.js';
import { readSettings } from './app/settings.js';
import { loadTranslation, preferredLanguage } from './texts/language.js';

const place = document.getElementById('app');
// Else the handler's redirect is under way, to the address with a slash at its end.
if (place !== null && location.pathname.endsWith('/')) {
  const settings = readSettings();
  const translation = await loadTranslation(preferredLanguage(settings.language));
  render(<App settings={settings} translation={translation} />, place);
}
