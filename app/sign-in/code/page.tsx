import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { CodeStep } from '#components/sign-in/code-step.tsx';
import { type Query, readRequest } from '#lib/dashboard/dashboard-page.ts';
import { readWaiting } from '#lib/dashboard/sign-in.ts';
import { readableEmail } from '#lib/email-key.ts';
import { CHALLENGE_SECONDS, MAX_TRIES } from '#lib/sessions/challenge.ts';
import { CODE_DIGITS } from '#lib/sessions/code.ts';

type Props = { searchParams: Promise<Query> };

/** Signing in: the code from the mail. */
export default async function Page({ searchParams }: Props) {
  const [query, head] = await Promise.all([searchParams, headers()]);
  const waiting = readWaiting(head);
  if (waiting?.challengeId === undefined) redirect('/sign-in');
  const left = query.error === 'wrong' ? Number(query.left) : Number.NaN;
  const isWrong = Number.isInteger(left) && left > 0 && left < MAX_TRIES;
  return (
    <CodeStep
      page={{
        ...(await readRequest(query)),
        path: '/sign-in/code',
        query: isWrong ? { error: 'wrong', left: String(left) } : {},
      }}
      to={waiting.to}
      email={readableEmail(waiting.email)}
      digits={CODE_DIGITS}
      minutes={CHALLENGE_SECONDS / 60}
      triesLeft={isWrong ? left : null}
    />
  );
}
