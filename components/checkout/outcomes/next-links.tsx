import type { Texts } from '#components/ui/texts.ts';
import { isolate } from '#lib/i18n/isolate.ts';
import type { CheckoutView } from '#lib/payments/views/checkout-view.ts';

/** Where a donor can go from a screen that takes no payment. */
export function NextLinks({ texts, view, to }: { texts: Texts; view: CheckoutView; to: string | null }) {
  const { t } = texts;
  if (to === null && view.causeUrl === null) return null;
  return (
    <p className="next-links">
      {to !== null && (
        <a className="button" href={to} rel="noreferrer">
          {partnerLabel(texts, view)}
        </a>
      )}
      {view.causeUrl !== null && (
        <a className={to === null ? 'button' : undefined} href={view.causeUrl}>
          {t('checkout.causePage')}
        </a>
      )}
    </p>
  );
}

/** "Return to" with the partner's name, where it has one. */
export function partnerLabel({ t }: Texts, view: CheckoutView): string {
  const partner = view.link.branding?.display_name;
  return partner === undefined ? t('checkout.back') : t('checkout.backToPartner', { partner: isolate(partner) });
}
