// The payment sheet of the test wallet, in the dialog over the page. It tells the page how the donor decided, and who they
// are as far as the page has asked.

const given = new URLSearchParams(location.search);
const parentOrigin = new URLSearchParams(location.hash.slice(1)).get('origin') ?? location.origin;
const TEXTS = {
  en: {
    title: 'Test wallet',
    pays: 'Pay',
    declined: 'Pay with a card that is declined',
    cancel: 'Cancel',
    note: 'This is a simulator. No money moves.',
  },
  es: {
    title: 'Billetera de prueba',
    pays: 'Pagar',
    declined: 'Pagar con una tarjeta rechazada',
    cancel: 'Cancelar',
    note: 'Esto es un simulador. No se mueve dinero.',
  },
  pt: {
    title: 'Carteira de teste',
    pays: 'Pagar',
    declined: 'Pagar com um cartão recusado',
    cancel: 'Cancelar',
    note: 'Isto é um simulador. Nenhum dinheiro é movimentado.',
  },
};
const texts = TEXTS[given.get('locale')] ?? TEXTS.en;
document.documentElement.lang = given.get('locale') ?? 'en';
for (const element of document.querySelectorAll('[data-text]'))
  element.textContent = texts[element.dataset.text];
document.title = texts.title;
document.getElementById('amount').textContent = given.get('total');
document.getElementById('payer').textContent = [given.get('name'), given.get('email')]
  .filter((part) => part)
  .join(' · ');

const finish = (outcome) =>
  window.parent.postMessage({ stripeEmulator: 'sheet', type: 'finished', payload: outcome }, parentOrigin);

document.querySelector('form').addEventListener('submit', (event) => {
  event.preventDefault();
  finish(event.submitter?.value ?? 'cancel');
});
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') finish('cancel');
});
// The dialog's own closing arrives as a message.
window.addEventListener('message', (event) => {
  if (event.source !== window.parent || event.origin !== parentOrigin) return;
  if (event.data?.stripeEmulator === 'sheet' && event.data.type === 'close') finish('cancel');
});
document.querySelector('button').focus();
