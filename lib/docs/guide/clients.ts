import { sdkClient } from '../examples.ts';
import { sdkPackage } from '../sdk-package.ts';
import type { GuideFacts, Section } from '../section.ts';

/** The SDK, generated clients, collections, and the documentation for programs. */
export function clientSections({ baseUrl }: GuideFacts): Section[] {
  return [sdk(baseUrl), generated(baseUrl), collection(baseUrl), forPrograms(baseUrl)];
}

function sdk(baseUrl: string): Section {
  return {
    id: 'sdk',
    title: 'The SDK for TypeScript',
    blocks: [
      'Every deployment serves the SDK that fits it. It has no dependencies, and runs on Node 20 or later, Deno and Bun, but not in a browser: a key must never be there. The package at this address never changes, so your lock file stays valid; `/sdk/latest.tgz` is always the newest.',
      { code: `npm install ${sdkPackage(baseUrl)}`, language: 'shell', label: 'Install it' },
      {
        code: `${sdkClient(baseUrl, 'createClient, PartnerApiError')}
try {
  const link = await client.checkoutLinks.create({
    cause: 'a-roof-for-the-school-x1y2z3w4',
    amount: 50,
    currency: 'USD',
  });
  console.log(link.url);
} catch (error) {
  if (error instanceof PartnerApiError && error.code === 'cause_not_accepting_payments') {
    console.log('The cause is closed. Choose another one.');
  } else throw error;
}`,
        language: 'typescript',
        label: 'Mint a link',
      },
      {
        list: [
          '`client.causes`: `create` and `retrieve`. `client.checkoutLinks`: `create`, `retrieve` and `waitUntilCompleted(id, { signal, timeoutMs })`, which polls until the donation is approved.',
          'It sends an `Idempotency-Key` with everything it creates, and repeats a call safely after network errors, `idempotency_key_in_progress`, `408`, `429` and `5xx` (but not `501`), up to five times, waiting for `Retry-After`.',
          'Every problem document becomes a `PartnerApiError`, whose `code` is one of the [error codes](/docs/errors). Without an answer after all retries it is a `PartnerConnectionError`.',
          'To be safe even if your process ends during a call, pass an `idempotencyKey` of your own as an option of `create`, such as the number of the order.',
        ],
      },
    ],
  };
}

function generated(baseUrl: string): Section {
  return {
    id: 'generate-a-client',
    title: 'Generate a client',
    blocks: [
      'For other languages, generate a client from the [OpenAPI document](/openapi.json). It is made from the rules that validate your requests, describes every field, and tells links apart by `status` and errors by `code`.',
      {
        code: `npx openapi-typescript ${baseUrl}/openapi.json -o partner-api.ts`,
        language: 'shell',
        label: 'Types for TypeScript',
      },
      {
        code: `pip install openapi-python-client
openapi-python-client generate --url ${baseUrl}/openapi.json`,
        language: 'shell',
        label: 'Python',
      },
      {
        code: `curl -fsS ${baseUrl}/openapi.json -o openapi.json
openapi-generator generate -i openapi.json -g java -o partner-api`,
        language: 'shell',
        label: 'Java; for others, go, php, csharp, ruby, kotlin, … in its place',
      },
      {
        list: [
          'Let the client ignore fields that it doesn’t know: we [add fields](/docs#versioning) without a new version. In openapi-generator that is `disallowAdditionalPropertiesIfNotPresent=false`.',
          'Generated clients don’t retry and don’t make idempotency keys. Send one with every POST, and store it with the order until you have the response.',
          'Keep the document that you generated from, so that a build without network still works.',
        ],
      },
    ],
  };
}

function collection(baseUrl: string): Section {
  return {
    id: 'collection',
    title: 'Postman and Bruno',
    blocks: [
      `[Download the collection](/docs/postman.json) (\`${baseUrl}/docs/postman.json\`). It is a Postman collection, version 2.1, made from the contract; Bruno and Insomnia import it too.`,
      {
        steps: [
          'Import the file. Set the variables of the collection: `apiKey` to your key, `ownerEmail` to the email of an account, such as the one that you sign in with in the [dashboard](/dashboard), and `baseUrl` if you use another deployment.',
          'Send “Create a cause”, then “Mint a checkout link”. Each stores its result in `causeKey` and `linkId`, which the other requests use.',
          'Publish the cause in the dashboard before you send “Get the payment intent of a checkout link”. Until then it returns [`cause_not_accepting_payments`](/docs/errors/cause_not_accepting_payments).',
          'Every send makes an `Idempotency-Key` of its own.',
        ],
      },
    ],
  };
}

function forPrograms(baseUrl: string): Section {
  return {
    id: 'markdown',
    title: 'This documentation for programs',
    blocks: [
      'Every page is also Markdown: add `.md` to its address. [llms.txt](/llms.txt) lists them all, for a language model or your own tools.',
      {
        code: `curl ${baseUrl}/llms.txt
curl ${baseUrl}/docs.md
curl ${baseUrl}/docs/errors/validation_failed.md`,
        language: 'shell',
        label: 'As Markdown',
      },
    ],
  };
}
