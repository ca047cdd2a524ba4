import type { Texts } from '#components/ui/texts.ts';
import type { CheckoutView, PaymentMethod, RedirectMethodView } from '#lib/payments/checkout-view.ts';
import { Screen } from './screen.tsx';

type Props = {
  texts: Texts;
  view: CheckoutView;
  method: RedirectMethodView['method'];
  /** Where a method can be chosen again. */
  hrefOf: (method: PaymentMethod) => string;
};

/** A bank or wallet said no. Nothing was taken, and the donor can try again or pay another way. */
export function Declined({ texts, view, method, hrefOf }: Props) {
  const { t } = texts;
  const others = view.methods.filter((other) => other !== method);
  return (
    <Screen title={t(`redirect.declined.${method}.title`)} icon="cross" isNew>
      <p className="screen-text">
        <strong>{t('declines.noMoney')}</strong> {t(`redirect.declined.${method}.body`)}
      </p>
      <div className="ways-on ways-elsewhere">
        {view.methods.includes(method) && (
          <a className="button button-accent" href={hrefOf(method)}>
            {t(`redirect.declined.${method}.retry`)}
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
