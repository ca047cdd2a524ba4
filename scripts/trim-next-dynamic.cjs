const IMPORT = 'const _preloadchunks = require("./preload-chunks");';

/**
 * A loader of the build for `next/dynamic` in the browser. The server alone preloads scripts, and in the browser the component
 * for it is never rendered, but its file would be bundled with what it uses.
 * @param {string} source
 * @returns {string}
 */
module.exports = (source) => {
  if (!source.includes(IMPORT)) throw new Error('next/dynamic has changed: see scripts/trim-next-dynamic.cjs.');
  return source.replace(IMPORT, 'const _preloadchunks = {};');
};
