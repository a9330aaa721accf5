// VitePress finds the theme here: its own, with the room that our tables and shell lines need.
import theme from 'vitepress/theme';
import './style.css';

export default theme;
