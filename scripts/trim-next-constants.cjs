const FOR_REQUESTS = /^const (NEXT_\w+) = (.+);$/gm;

/**
 * A loader of the build for Next's constants in the browser, which uses those that requests carry: their names begin with
 * `NEXT_`. The others are for the server and for building.
 * @param {string} source
 * @returns {string}
 */
module.exports = (source) => {
  if (!source.includes('const NEXT_NAV_DEPLOYMENT_ID_HEADER = '))
    throw new Error('Next’s constants have changed: see scripts/trim-next-constants.cjs.');
  return Array.from(source.matchAll(FOR_REQUESTS), ([, name, value]) => `exports.${name} = ${value};`).join('\n');
};
