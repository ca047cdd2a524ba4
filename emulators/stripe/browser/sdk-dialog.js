// Part 2 of /emu/stripe.js: the dialog over the page, for 3-D Secure and for the sheet of the test wallet.
(() => {
  const emulator = window.__stripeEmulator;
  if (emulator === undefined || emulator.authenticate !== undefined) return;
  const { origin, style } = emulator;

  const LABELS = {
    en: { challenge: 'Bank authentication', sheet: 'Payment with your wallet', close: 'Close' },
    es: { challenge: 'Autenticación del banco', sheet: 'Pago con tu billetera', close: 'Cerrar' },
    pt: { challenge: 'Autenticação do banco', sheet: 'Pagamento com a carteira', close: 'Fechar' },
  };

  const FRAME_TITLES = { challenge: 'Secure 3D Secure authentication frame', sheet: 'Secure wallet frame' };

  /** Shows the bank's page of a challenge and resolves when the donor has decided; closing it means "failed". */
  emulator.authenticate = (address, locale) => openDialog('challenge', address, locale);

  /** Shows the wallet's sheet and resolves with the donor's decision: `pays`, `declined` or `cancel`. */
  emulator.openSheet = (parameters, locale) =>
    openDialog('sheet', `/emu/elements/sheet?${new URLSearchParams(parameters)}`, locale);

  /**
   * Shows a page of the emulator and resolves with what it sends when the donor has decided.
   * A native modal dialog: the browser keeps the focus inside and the page behind it inert.
   */
  function openDialog(kind, address, locale) {
    const url = new URL(address, origin);
    if (url.origin !== origin) return Promise.reject(new Error('The page is not on the emulator’s origin.'));
    const labels = LABELS[locale] ?? LABELS.en;
    const before = document.activeElement;
    const dialog = document.createElement('dialog');
    dialog.setAttribute('role', 'dialog');
    dialog.setAttribute('aria-modal', 'true');
    dialog.setAttribute('aria-label', labels[kind]);
    style(dialog, {
      position: 'fixed',
      inset: '0',
      width: '100%',
      height: '100%',
      'max-width': 'none',
      'max-height': 'none',
      margin: '0',
      padding: '16px',
      border: '0',
      'box-sizing': 'border-box',
      background: 'rgba(17, 24, 39, 0.6)',
      display: 'flex',
      'align-items': 'center',
      'justify-content': 'center',
      'z-index': '2147483647',
    });

    const box = document.createElement('div');
    style(box, {
      position: 'relative',
      width: '100%',
      'max-width': '440px',
      height: '380px',
      'max-height': '100%',
      background: '#fff',
      'border-radius': '12px',
      overflow: 'hidden',
      'box-shadow': '0 20px 50px rgba(0, 0, 0, 0.35)',
      'color-scheme': 'light',
    });

    const close = document.createElement('button');
    close.type = 'button';
    close.textContent = '×';
    close.setAttribute('aria-label', labels.close);
    style(close, {
      position: 'absolute',
      top: '4px',
      right: '4px',
      width: '44px',
      height: '44px',
      border: '0',
      padding: '0',
      background: 'transparent',
      color: '#4b5563',
      font: '24px/1 system-ui, sans-serif',
      cursor: 'pointer',
    });

    const frame = document.createElement('iframe');
    frame.title = FRAME_TITLES[kind];
    frame.name = '__stripeEmulatorChallenge';
    url.searchParams.set('locale', locale);
    url.hash = new URLSearchParams({ origin: location.origin }).toString();
    frame.src = url.href;
    style(frame, { width: '100%', height: '100%', border: '0', display: 'block', 'color-scheme': 'light' });
    box.append(frame, close);
    dialog.append(box);

    return new Promise((resolve) => {
      function fail() {
        frame.contentWindow?.postMessage({ stripeEmulator: kind, type: 'close' }, origin);
      }
      function receive(event) {
        if (event.origin !== origin || event.source !== frame.contentWindow) return;
        if (event.data?.stripeEmulator !== kind || event.data.type !== 'finished') return;
        window.removeEventListener('message', receive);
        dialog.close();
        dialog.remove();
        if (before instanceof HTMLElement) before.focus();
        resolve(event.data.payload);
      }
      window.addEventListener('message', receive);
      close.addEventListener('click', fail);
      dialog.addEventListener('cancel', (event) => {
        event.preventDefault();
        fail();
      });
      document.body.append(dialog);
      dialog.showModal();
    });
  }
})();
