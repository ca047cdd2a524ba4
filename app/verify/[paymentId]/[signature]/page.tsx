import { headers } from 'next/headers';
import { InvalidReceipt } from '#components/receipt/invalid-receipt.tsx';
import { VerificationPage } from '#components/receipt/verification-page.tsx';
import { LanguageSwitcher } from '#components/ui/language-switcher.tsx';
import { PlainPage } from '#components/ui/plain-page.tsx';
import { requestLocale, requestNonce } from '#components/ui/request.ts';
import { clientAddress } from '#lib/http/client-address.ts';
import { countCall } from '#lib/http/rate-limit.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { isProblem } from '#lib/problems/problem.ts';
import { verifyReceipt } from '#lib/receipts/verify.ts';
import { moneyOf, writeInstant, writeReversals } from '#lib/receipts/write-receipt.ts';

type Props = {
  params: Promise<{ paymentId: string; signature: string }>;
  searchParams: Promise<{ lang?: string | string[] }>;
};

/** Says whether a receipt is genuine. A forged one gets a clear answer, not an error page. */
export default async function Page({ params, searchParams }: Props) {
  const [{ paymentId, signature }, { lang }, nonce] = await Promise.all([
    params,
    searchParams,
    requestNonce(),
  ]);
  const path = `/verify/${paymentId}/${signature}`;
  if (await isTooMany()) {
    const locale = await requestLocale({ lang });
    const t = translatorFor(locale);
    return (
      <PlainPage
        {...{ locale, t, nonce, path }}
        Languages={LanguageSwitcher}
        title={t('receipt.verification.busy')}
      >
        <p>{t('receipt.verification.busyBody')}</p>
      </PlainPage>
    );
  }
  const view = await verifyReceipt(paymentId, signature);
  const locale = await requestLocale({ lang, country: view?.country });
  if (!view) return <InvalidReceipt {...{ locale, nonce, path }} />;
  return (
    <VerificationPage
      {...{ view, locale, nonce, path }}
      amount={moneyOf(view, view.amountMajor, locale)}
      date={writeInstant(view, locale, 'UTC')}
      reversals={writeReversals(view, locale)}
    />
  );
}

async function isTooMany(): Promise<boolean> {
  try {
    await countCall('address', clientAddress(await headers()) ?? 'unknown');
    return false;
  } catch (error) {
    if (isProblem(error) && error.status === 429) return true;
    throw error;
  }
}
