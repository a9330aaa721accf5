// The changelog of a release: our commit titles say `lib: effect`, which nx reads as the type of a commit. This adds the titles that
// begin with several names, `http, express: effect`, which it cannot read.
import changelogRenderer from 'nx/release/changelog-renderer/index.js';

const SEVERAL_NAMES = /^([\w-]+(?:, [\w-]+)+): (.+)$/;

export default class Changelog extends changelogRenderer.default {
  constructor(config) {
    const libs = Object.keys(config.conventionalCommitsConfig.types);
    super({ ...config, changes: config.changes.flatMap((change) => readTitle(change, libs)) });
  }
}

/** The change under the first library that it names, with the others in brackets. Undefined for a change of no library. */
function readTitle(change, libs) {
  if (change.type !== '__INVALID__') return [change];
  const [, names = '', effect] = SEVERAL_NAMES.exec(change.description) ?? [];
  const [type, ...others] = names.split(', ').filter((name) => libs.includes(name));
  if (type === undefined) return [];
  return [
    { ...change, type, description: others.length === 0 ? effect : `${effect} (also ${others.join(', ')})` },
  ];
}
