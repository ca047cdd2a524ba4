import type { Texts } from '#components/ui/texts.ts';
import type { CheckoutView, PaymentMethod } from '#lib/payments/views/checkout-view.ts';
import { methodsTaking } from '../methods/offer.ts';
import { declinedTexts } from './declined-texts.ts';
import { Screen } from './screen.tsx';

type Props = {
  texts: Texts;
  view: CheckoutView;
  method: PaymentMethod;
  /** Where a method can be chosen again. */
  hrefOf: (method: PaymentMethod) => string;
};

/** A payment was declined after the donor had left the form. No money was taken, and the donor can try again or pay another way. */
export function Declined({ texts, view, method, hrefOf }: Props) {
  const { t } = texts;
  const taking = methodsTaking(view, view.amountToPay);
  const others = taking.filter((other) => other !== method);
  const { title, body, retry } = declinedTexts(texts, method);
  return (
    <Screen title={title} icon="cross" isNew>
      <p className="screen-text">
        <strong>{`${t('declines.noMoney')} `}</strong>
        <span>{body}</span>
      </p>
      <div className="next-links ways-elsewhere">
        {taking.includes(method) && (
          <a className="button button-accent" href={hrefOf(method)}>
            {retry}
          </a>
        )}
        {others.map((other) => (
          <a key={other} className="button" href={hrefOf(other)}>
            {t(`redirect.instead.${other}`)}
          </a>
        ))}
      </div>
    </Screen>
  );
}
