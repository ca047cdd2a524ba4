import type { Texts } from '#components/ui/texts.ts';
import { isolate } from '#lib/i18n/isolate.ts';
import type { CheckoutView } from '#lib/payments/views/checkout-view.ts';
import { unreachable } from '#lib/unreachable.ts';
import { type CheckoutState, endedView, type WaitingStep, waitingScreen } from './checkout-state.ts';
import { noticeMessage } from './error-text.ts';

/** The title of the browser's tab, which a screen reader reads first: what the page shows now, then the cause. */
export function titleOf(state: CheckoutState, texts: Texts): string {
  const { t } = texts;
  const { step, view, form } = state;
  const cause = isolate(view.link.cause.name);
  switch (step.kind) {
    case 'form': {
      const title = t('checkout.title', { cause });
      const { notice } = form;
      if (notice?.kind === 'card_declined' || notice?.kind === 'declined_later') return declinedTitle(texts, cause);
      return noticeMessage(state, texts)?.tone === 'error' ? t('checkout.titles.error', { title }) : title;
    }
    case 'waiting':
      return `${waitingTitle(step, texts)} · ${cause}`;
    case 'ended':
      return closedTitle(texts, endedView(view, step.status));
    default:
      return unreachable(step);
  }
}

/** The title of a page that takes no payment. */
export function closedTitle({ t }: Pick<Texts, 't'>, view: CheckoutView): string {
  return `${t(`checkout.${closedScreen(view)}.title`)} · ${isolate(view.link.cause.name)}`;
}

function closedScreen({ link, acceptance, receipt }: CheckoutView) {
  if (link.status === 'completed') return receipt ? 'completed' : 'completedElsewhere';
  if (link.status !== 'open') return link.status;
  if (acceptance === 'not_open_yet') return 'notOpenYet';
  return acceptance === 'accepting' ? 'noMethod' : 'notAccepting';
}

/** The title of a page that says that a payment was declined. */
function declinedTitle({ t }: Pick<Texts, 't'>, cause: string): string {
  return `${t('checkout.titles.declined')} · ${cause}`;
}

/** The heading of a waiting page. */
export function waitingTitle(step: WaitingStep, { t }: Pick<Texts, 't'>): string {
  const { waitingFor, processing } = step.progress;
  switch (waitingScreen(step)) {
    case 'confirming':
      return t('checkout.confirming.title');
    case 'not_received':
      return t('checkout.confirming.notYet');
    case 'processing':
      return t('waiting.processing.title');
    case 'redirected':
      // A bank does not tell whether the donor has paid; a wallet does.
      if (waitingFor === 'wallet' && !processing) return t('waiting.nothingPaid.title');
      return t(`redirect.waiting.${waitingFor === 'wallet' ? 'wallet' : 'bank_transfer'}.title`);
  }
}
