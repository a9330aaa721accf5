// VitePress finds the theme here: its own, with our colour, the room that tables and shell lines need, and a picture on the first page.
import theme from 'vitepress/theme';
import { h } from 'vue';
import light from '../../../../libs/dashboard/docs/result.png';
import dark from '../../../../libs/dashboard/docs/result-dark.png';
import './style.css';

const ALT =
  'The page with the result of a file: a bar of the five statuses with their numbers, and buttons to download it';

export default {
  extends: theme,
  Layout: () =>
    h(theme.Layout, null, {
      'home-hero-image': () => [
        h('img', { class: 'shot light-only', src: light, alt: ALT }),
        h('img', { class: 'shot dark-only', src: dark, alt: ALT }),
      ],
    }),
};
