import { cookies } from 'next/headers';
import { notFound } from 'next/navigation';
import { linkRequest } from '#components/checkout/link-request.ts';
import { ReturnPage } from '#components/checkout/return-page.tsx';
import { TroublePage } from '#components/checkout/trouble-page.tsx';
import { now as readClock } from '#lib/clock.ts';
import { env } from '#lib/env.ts';
import { setTroubleReply } from '#lib/http/page-reply.ts';
import { secretCookie } from '#lib/payments/donor-browser.ts';
import { lookAtCheckout } from '#lib/payments/load-checkout.ts';

type Props = { searchParams: Promise<Record<'ref' | 'lang', string | string[] | undefined>> };

/** Where a bank sends the donor back to. Whatever else its address carries is not read (decisions.md 52). */
export default async function Page({ searchParams }: Props) {
  const { ref, lang } = await searchParams;
  const secret = typeof ref === 'string' ? (await cookies()).get(secretCookie(ref))?.value : undefined;
  const view = typeof ref === 'string' ? await lookAtCheckout(ref, readClock(), secret) : null;
  if (typeof ref !== 'string' || view === null) notFound();
  const request = await linkRequest({ linkId: ref, lang, view, qaDeck: env().qaDeck });
  if (typeof view === 'string') {
    setTroubleReply(view);
    return <TroublePage {...{ request }} path="/checkout/return" trouble={view} />;
  }
  return <ReturnPage {...{ request, view }} />;
}
