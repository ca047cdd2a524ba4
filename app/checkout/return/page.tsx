import { cookies } from 'next/headers';
import { ErrorPage } from '#components/checkout/error-page.tsx';
import { linkRequest } from '#components/checkout/link-request.ts';
import { ReturnPage } from '#components/checkout/return-page.tsx';
import { NotFoundPage } from '#components/ui/not-found-page.tsx';
import { now as readClock } from '#lib/clock.ts';
import { cookieName } from '#lib/cookies.ts';
import { env } from '#lib/env.ts';
import { setErrorStatus } from '#lib/http/page-status.ts';
import { isWithinLimit } from '#lib/http/rate-limit.ts';
import { idAtStart, isIdOf } from '#lib/ids.ts';
import { DONOR_COOKIE, linkSecret } from '#lib/payments/donor-browser.ts';
import { loadReturn } from '#lib/payments/views/load-checkout.ts';
import { donorReceipt } from '#lib/receipts/donor-receipt.ts';

type Parameter = string | string[] | undefined;
type Props = { searchParams: Promise<Record<'ref' | 'lang' | 'collection_status', Parameter>> };

/** The address to which a bank or wallet redirects the donor. What it says of the payment is a hint at most (ruling 52). */
export default async function Page({ searchParams }: Props) {
  const { ref: given, lang, collection_status: hint } = await searchParams;
  const ref = idAtStart('checkoutLink', given);
  const jar = await cookies();
  const cookie = jar.get(cookieName(DONOR_COOKIE, '/checkout'))?.value;
  const secret = ref !== undefined ? linkSecret(cookie, ref) : undefined;
  // Counted like the polls of the page.
  const maySync = ref !== undefined && isIdOf('checkoutLink', ref) && (await isWithinLimit('link', `page:${ref}`));
  const loaded = ref !== undefined ? await loadReturn(ref, readClock(), secret, maySync) : null;
  if (ref === undefined || loaded === null) {
    setErrorStatus('missing');
    return <NotFoundPage />;
  }
  const view = typeof loaded === 'string' ? loaded : loaded.view;
  const request = await linkRequest({ linkId: ref, lang, view, qaDeck: env().qaDeck });
  if (typeof loaded === 'string') {
    setErrorStatus(loaded);
    return <ErrorPage request={request} path="/checkout/return" error={loaded} />;
  }
  const receipt = await donorReceipt(ref, secret, { ...request, country: request.place ?? loaded.view.country });
  if (receipt) loaded.view.receipt = receipt;
  // A wallet that has just been paid may not list the payment yet: nobody reads that nothing was paid.
  const isBehind = hint === 'approved' && loaded.view.link.status === 'open' && !loaded.view.processing;
  return <ReturnPage request={request} view={loaded.view} isSynced={loaded.isSynced && !isBehind} />;
}
