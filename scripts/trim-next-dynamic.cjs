const IMPORTS = [
  'const _dynamicbailouttocsr = require("./dynamic-bailout-to-csr");',
  'const _preloadchunks = require("./preload-chunks");',
];

/**
 * A loader of the build for `next/dynamic` in the browser. The server alone preloads scripts, and every part is rendered by the
 * server too (none has `ssr: false`): in the browser the components for these are never rendered, but their files would be bundled
 * with what they use.
 * @param {string} source
 * @returns {string}
 */
module.exports = (source) =>
  IMPORTS.reduce((trimmed, line) => {
    if (!trimmed.includes(line)) throw new Error('next/dynamic has changed: see scripts/trim-next-dynamic.cjs.');
    return trimmed.replace(line, line.replace(/require\(.*\)/, '{}'));
  }, source);
