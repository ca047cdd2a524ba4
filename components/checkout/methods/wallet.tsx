import { useEffect } from 'react';
import { useTexts } from '#components/ui/texts-provider.tsx';
import type { MethodProps } from './method.ts';
import { payByRedirect } from './redirect.ts';

/** Mercado Pago's wallet: it knows its user, so there is nothing to fill in. */
export function WalletMethod({ view, startOver, register }: MethodProps) {
  const { t } = useTexts();
  const ref = view.link.id;
  useEffect(() => {
    register({
      check: async () => 'ready',
      pay: ({ email }) => payByRedirect({ ref, method: 'wallet', payer: { email }, start_over: startOver }),
    });
    return () => register(null);
  }, [ref, startOver, register]);
  return (
    <div className="steps-ahead">
      <p>{t('redirect.wallet.account')}</p>
      <p>{t('redirect.wallet.next')}</p>
    </div>
  );
}
