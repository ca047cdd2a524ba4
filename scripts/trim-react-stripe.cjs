/**
 * A loader of the build for @stripe/react-stripe-js. It marks the element components as free of side effects: the package does
 * not do so, and a bundler must then keep all twenty, with what they use, although our card form needs none of them. It drops
 * their `propTypes`, which React no longer reads, and with them the package prop-types.
 * @param {string} source
 * @returns {string}
 */
module.exports = (source) =>
  source
    .replaceAll('= createElementComponent(', '= /*#__PURE__*/ createElementComponent(')
    .replace("import PropTypes from 'prop-types';", '')
    .replaceAll(/^ *\w+\.propTypes = \{[^}]*\};$/gm, '');
