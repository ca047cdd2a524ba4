import type { Texts } from '#components/ui/texts.ts';
import type { CheckoutView, PaymentMethod } from '#lib/payments/checkout-view.ts';
import { declinedTexts } from './declined-texts.ts';
import { Screen } from './screen.tsx';

type Props = {
  texts: Texts;
  view: CheckoutView;
  method: PaymentMethod;
  /** Where a method can be chosen again. */
  hrefOf: (method: PaymentMethod) => string;
};

/** A bank, a wallet or the card processor said no in the end. Nothing was taken, and the donor can try again or pay another way. */
export function Declined({ texts, view, method, hrefOf }: Props) {
  const { t } = texts;
  const others = view.methods.filter((other) => other !== method);
  const said = declinedTexts(texts, method);
  return (
    <Screen title={said.title} icon="cross" isNew>
      <p className="screen-text">
        <strong>{t('declines.noMoney')}</strong> {said.body}
      </p>
      <div className="ways-on ways-elsewhere">
        {view.methods.includes(method) && (
          <a className="button button-accent" href={hrefOf(method)}>
            {said.retry}
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
