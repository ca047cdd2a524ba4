import { escapeHtml } from '../html.ts';
import type { Intent } from './account-store.ts';
import { formatAmount } from './currencies.ts';

type Texts = { title: string; about: string; note: string; complete: string; fail: string };

const TEXTS: Record<'en' | 'es' | 'pt', Texts> = {
  en: {
    title: '3D Secure test page',
    about: 'Your bank asks you to approve this payment of',
    note: 'This is a simulator. No bank is involved and no money moves.',
    complete: 'Complete authentication',
    fail: 'Fail authentication',
  },
  es: {
    title: 'Página de prueba de 3D Secure',
    about: 'Su banco le pide que apruebe este pago de',
    note: 'Esto es un simulador. No interviene ningún banco y no se mueve dinero.',
    complete: 'Completar la autenticación',
    fail: 'Rechazar la autenticación',
  },
  pt: {
    title: 'Página de teste do 3D Secure',
    about: 'Seu banco pede que você aprove este pagamento de',
    note: 'Isto é um simulador. Nenhum banco participa e nenhum dinheiro é movimentado.',
    complete: 'Concluir a autenticação',
    fail: 'Recusar a autenticação',
  },
};

/**
 * The page of the donor's bank. Its buttons have the ids of Stripe's own test page, so that tests for the real one find
 * them. Embedded, its script reports to the dialog, and makes the buttons usable; alone, its form leads back to the merchant.
 */
export function renderChallengePage(page: { intent: Intent; language: string; embedded: boolean }): string {
  const language = page.language.slice(0, 2).toLowerCase();
  const known = language === 'es' || language === 'pt' ? language : 'en';
  const texts = TEXTS[known];
  const amount = formatAmount(page.intent.amount, page.intent.currency).replace(/\w+$/, (code) => code.toUpperCase());
  const disabled = page.embedded ? ' disabled' : '';
  return `<!doctype html><html lang="${known}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${texts.title}</title>
<link rel="stylesheet" href="/emu/elements/challenge.css">
${page.embedded ? '<script type="module" src="/emu/elements/challenge.js"></script>' : ''}</head>
<body><main><h1>${texts.title}</h1><p>${texts.about} <strong>${escapeHtml(amount)}</strong>.</p>
<form method="post"><button id="test-source-authorize-3ds" name="outcome" value="complete"${disabled}>${texts.complete}</button>
<button id="test-source-fail-3ds" name="outcome" value="fail" class="second"${disabled}>${texts.fail}</button></form>
<p class="note">${texts.note}</p></main></body></html>`;
}
