import './page.css';
import { render } from 'preact';
import { App } from './app/app.js';
import { readSettings } from './app/settings.js';

const place = document.getElementById('app');
// Else the handler's redirect is under way, to the address with a slash at its end.
if (place !== null && location.pathname.endsWith('/')) render(<App settings={readSettings()} />, place);
