import { notFound } from 'next/navigation';
import { DocsPage } from '#components/docs/docs-page.tsx';
import { ProblemView } from '#components/docs/errors/problem-view.tsx';
import { requestNonce } from '#components/ui/request.ts';
import { env } from '#lib/env.ts';
import { problemUses } from '#lib/http/reference.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { PROBLEM_CODES, PROBLEMS, problemPath } from '#lib/problems/catalogue.ts';

type Props = { params: Promise<{ code: string }> };

/** The page that the `type` of a problem document leads to. */
export default async function ErrorPage({ params }: Props) {
  const asked = (await params).code;
  const code = PROBLEM_CODES.find((known) => known === asked);
  if (!code) notFound();
  return (
    <DocsPage
      t={translatorFor('en')}
      nonce={await requestNonce()}
      section="errors"
      title={code}
      summary={`${PROBLEMS[code].title}.`}
      links={PROBLEM_CODES.map((known) => ({ href: problemPath(known), label: known, isCode: true }))}
      path={problemPath(code)}
    >
      <ProblemView
        problem={{ code, ...PROBLEMS[code] }}
        uses={problemUses(code)}
        baseUrl={env().publicBaseUrl}
      />
    </DocsPage>
  );
}
