import { DocsPage } from '#components/docs/docs-page.tsx';
import { ProblemList } from '#components/docs/errors/problem-list.tsx';
import { requestNonce } from '#components/ui/request.ts';
import { problemUses } from '#lib/http/reference.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { PROBLEM_CODES, PROBLEMS, problemPath } from '#lib/problems/catalogue.ts';

/** All error codes. */
export default async function ErrorsPage() {
  const problems = PROBLEM_CODES.map((code) => ({
    code,
    ...PROBLEMS[code],
    statuses: problemUses(code).map(({ status }) => status),
  }));
  return (
    <DocsPage
      t={translatorFor('en')}
      nonce={await requestNonce()}
      section="errors"
      title="Errors"
      summary="Every error is a problem document with one of these codes. Branch on the code: it never changes."
      links={PROBLEM_CODES.map((code) => ({ href: problemPath(code), label: code, isCode: true }))}
    >
      <ProblemList problems={problems} />
    </DocsPage>
  );
}
