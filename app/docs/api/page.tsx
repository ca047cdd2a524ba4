import { DocsPage } from '#components/docs/docs-page.tsx';
import { OperationView } from '#components/docs/reference/operation-view.tsx';
import { requestNonce } from '#components/ui/request.ts';
import { env } from '#lib/env.ts';
import { API_VERSION, openApiDocument } from '#lib/http/openapi.ts';
import { apiReference } from '#lib/http/reference.ts';
import { translatorFor } from '#lib/i18n/translate.ts';

/** The API reference, made from the OpenAPI document that is published beside it. */
export default async function ReferencePage() {
  const settings = env();
  const operations = apiReference(openApiDocument(settings));
  return (
    <DocsPage
      t={translatorFor('en')}
      nonce={await requestNonce()}
      section="api"
      title="API reference"
      summary={`Every endpoint of version ${API_VERSION}, made from the rules that validate your requests.`}
      links={operations.map(({ id, summary }) => ({ href: `#${id}`, label: summary }))}
    >
      <p>
        The same as a machine reads it: <a href="/openapi.json">OpenAPI 3.1</a>. What all endpoints have in
        common is in the <a href="/docs">guide</a>.
      </p>
      {operations.map((operation) => (
        <OperationView key={operation.id} operation={operation} baseUrl={settings.publicBaseUrl} />
      ))}
    </DocsPage>
  );
}
