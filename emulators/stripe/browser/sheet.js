// The payment sheet of the test wallet, in the dialog over the page. It tells the page how the donor decided, and who they
// are as far as the page has asked.
import { ask } from './dialog-frame.js';

const given = new URLSearchParams(location.search);
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
for (const element of document.querySelectorAll('[data-text]')) element.textContent = texts[element.dataset.text];
document.title = texts.title;
document.getElementById('amount').textContent = given.get('total');
document.getElementById('payer').textContent = [given.get('name'), given.get('email')]
  .filter((part) => part)
  .join(' · ');

ask('sheet', 'cancel');
