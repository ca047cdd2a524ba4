/** Where the browser keeps the reader's choice. */
export const STORED_AS = 'docs-samples';

/**
 * Sets the reader's choice of language on the document while it is parsed, so that nothing moves later. Without scripts the
 * document has no choice, and all languages are shown one after the other.
 */
export const RESTORE_CHOICE = `(function () {
  var kind = 'curl';
  try {
    kind = localStorage.getItem('${STORED_AS}') || kind;
  } catch (_) {}
  document.documentElement.dataset.samples = /^(curl|sdk|python)$/.test(kind) ? kind : 'curl';
})();`;
