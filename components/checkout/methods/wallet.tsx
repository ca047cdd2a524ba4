import { useEffect } from 'react';
import { useTexts } from '#components/ui/texts-provider.tsx';
import type { MethodProps } from './method.ts';
import { payElsewhere } from './pay-elsewhere.ts';

/** Mercado Pago's wallet: it knows its user, so there is nothing to fill in. */
export function WalletMethod({ view, startsOver, register }: MethodProps) {
  const { t } = useTexts();
  const ref = view.link.id;
  useEffect(() => {
    register({
      check: async () => 'ready',
      takesAnyAmount: true,
      pay: ({ email }) => payElsewhere({ ref, method: 'wallet', payer: { email }, start_over: startsOver }),
    });
    return () => register(null);
  }, [ref, startsOver, register]);
  return (
    <div className="steps-ahead">
      <p>{t('redirect.wallet.account')}</p>
      <p>{t('redirect.wallet.next')}</p>
    </div>
  );
}
