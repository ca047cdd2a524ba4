import { TextsProvider } from '#components/ui/texts-provider.tsx';
import type { CheckoutView } from '#lib/payments/checkout-view.ts';
import { CheckoutPage } from './checkout-page.tsx';
import type { PageLanguage } from './page-texts.ts';
import { ReturnPage } from './return-page.tsx';

/** Which page of a link it is: the checkout itself, or the one a bank sends the donor back to. */
export type CheckoutScreen =
  | {
      page: 'checkout';
      view: CheckoutView;
      /** By the server's clock: the donor's may be wrong. */
      remainingMs: number;
      /** What `pay=` in the address asks for. */
      pay: string | null;
    }
  | { page: 'return'; view: CheckoutView };

export type CheckoutAppProps = { language: PageLanguage; screen: CheckoutScreen };

/** A page of a link, rendered alike on the server and in the browser from the same plain data. */
export function CheckoutApp({ language, screen }: CheckoutAppProps) {
  return (
    <TextsProvider {...language}>
      {screen.page === 'return' ? <ReturnPage view={screen.view} /> : <CheckoutPage {...screen} />}
    </TextsProvider>
  );
}
