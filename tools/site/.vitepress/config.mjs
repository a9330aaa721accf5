// VitePress reads its configuration from here; it is made in src/, where it is type-checked and tested.
export { siteConfig as default } from '../dist/site-config.js';
