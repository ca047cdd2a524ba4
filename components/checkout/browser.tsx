import { hydrateRoot } from 'react-dom/client';
import { CheckoutApp, type CheckoutAppProps } from './checkout-app.tsx';
import { PAGE_DATA_ID, PAGE_ROOT_ID } from './page-root.ts';

/**
 * Where the browser's part of the checkout begins: it wakes up what the server has rendered, from the same data.
 * scripts/build-browser.ts makes one small script of it and of what it imports.
 */
function start(): void {
  const [root, data] = [document.getElementById(PAGE_ROOT_ID), document.getElementById(PAGE_DATA_ID)];
  if (!root || !data) throw new Error('Bug: a checkout page without its data');
  const app: CheckoutAppProps = JSON.parse(data.textContent);
  hydrateRoot(root, <CheckoutApp {...app} />);
}

start();
