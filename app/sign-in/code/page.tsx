import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { CodeStep } from '#components/sign-in/code-step.tsx';
import { now } from '#lib/clock.ts';
import { type Query, readRequest, zoneCookie } from '#lib/dashboard/dashboard-page.ts';
import { readerZone } from '#lib/dashboard/reader-zone.ts';
import { readPendingSignIn, requestedCode } from '#lib/dashboard/sign-in.ts';
import { readableEmail } from '#lib/email-key.ts';
import { CHALLENGE_SECONDS, MAX_TRIES } from '#lib/sessions/challenge.ts';
import { CODE_DIGITS } from '#lib/sessions/code.ts';

type Props = { searchParams: Promise<Query> };

/** Signing in: the code from the mail. */
export default async function Page({ searchParams }: Props) {
  const [query, head] = await Promise.all([searchParams, headers()]);
  const waiting = readPendingSignIn(head, now());
  const code = requestedCode(waiting, query.challenge);
  if (!waiting || !code) redirect(query.challenge === undefined ? '/sign-in' : '/sign-in?error=over');
  const { challengeId: challenge } = code;
  const left = query.error === 'wrong' ? Number(query.left) : Number.NaN;
  const isWrong = Number.isInteger(left) && left > 0 && left < MAX_TRIES;
  return (
    <CodeStep
      page={{
        ...(await readRequest(query)),
        path: '/sign-in/code',
        query: isWrong ? { challenge, error: 'wrong', left: String(left) } : { challenge },
      }}
      challenge={challenge}
      to={code.to}
      email={readableEmail(code.email)}
      sent={
        waiting.codes.length > 1
          ? { at: new Date(code.at).toISOString(), ...readerZone(null, await zoneCookie()) }
          : null
      }
      digits={CODE_DIGITS}
      minutes={CHALLENGE_SECONDS / 60}
      triesLeft={isWrong ? left : null}
    />
  );
}
