const NEWER = 'Array.prototype.at||(';

/**
 * A loader of the build for Next's polyfills. Those before `Array.prototype.at` are for browsers that our scripts are not written for
 * (`browserslist` in package.json).
 * @param {string} source
 * @returns {string}
 */
module.exports = (source) => {
  const [older, newer, ...more] = source.split(NEWER);
  if (!older?.startsWith('"trimStart"in String.prototype') || newer === undefined || more.length > 0)
    throw new Error('Next’s polyfills have changed: see scripts/trim-next-polyfills.cjs.');
  return NEWER + newer;
};
