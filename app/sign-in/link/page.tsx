import { redirect } from 'next/navigation';
import { LinkStep } from '#components/sign-in/link-step.tsx';
import { now } from '#lib/clock.ts';
import { type Query, readRequest } from '#lib/dashboard/dashboard-page.ts';
import { findLinkAccount } from '#lib/sessions/challenge.ts';

type Props = { searchParams: Promise<Query> };

/** Signing in: the link from the mail. */
export default async function Page({ searchParams }: Props) {
  const query = await searchParams;
  const { token } = query;
  const holder = typeof token === 'string' ? await findLinkAccount(token, now()) : undefined;
  if (typeof token !== 'string' || !holder) redirect('/sign-in?error=over');
  return (
    <LinkStep
      page={{ ...(await readRequest(query)), path: '/sign-in/link', query: { token } }}
      token={token}
      holder={holder}
    />
  );
}
