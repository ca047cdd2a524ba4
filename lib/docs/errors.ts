import type { Env } from '#lib/env.ts';
import { problemExample } from '#lib/http/openapi.ts';
import { PROBLEM_CODES, PROBLEMS, type ProblemCode, problemPath } from '#lib/problems/catalogue.ts';
import type { DocsPage } from './page.ts';
import { type ProblemUse, problemUses } from './reference.ts';
import type { Section } from './section.ts';

/** The list of all codes. */
export function errorListSections(): Section[] {
  const rows = PROBLEM_CODES.map((code) => {
    const { title, meaning } = PROBLEMS[code];
    const statuses = problemUses(code).map(({ status }) => status);
    return [`[\`${code}\`](${problemPath(code)})`, statuses.join(', '), `**${title}.** ${meaning}`];
  });
  return [
    {
      id: 'codes',
      title: 'All codes',
      blocks: [
        { table: { head: ['Code', 'Status', 'Meaning'], rows } },
        'What every problem document contains, and what else it can: [errors](/docs#errors) in the guide.',
      ],
    },
  ];
}

/** The page of a code: its meaning, how to fix it, where it occurs, and an example. */
export function errorSections(code: ProblemCode, env: Pick<Env, 'publicBaseUrl'>): Section[] {
  const { meaning, fix, status } = PROBLEMS[code];
  const example = problemExample(code, status, env);
  return [
    { id: 'meaning', title: 'Meaning', blocks: [meaning] },
    { id: 'fix', title: 'How to fix it', blocks: [fix] },
    {
      id: 'status',
      title: 'Where it occurs',
      blocks: [
        {
          table: {
            head: ['Status', 'Endpoint'],
            rows: problemUses(code).map((use) => [`**${use.status}**`, placesOf(use)]),
          },
        },
      ],
    },
    {
      id: 'example',
      title: 'Example',
      blocks: [
        { label: 'Problem document', language: 'json', code: JSON.stringify(example, null, 2) },
        'Branch on `code`. The `type` of a problem document is the address of this page. See [errors](/docs#errors) for all members, and [all codes](/docs/errors).',
      ],
    },
  ];
}

/**
 * The page for a code that does not exist.
 * @param near codes that look like it
 */
export function unknownError(path: string, asked: string, near: readonly { href: string; title: string }[]): DocsPage {
  // Anything can stand in an address; only what could be a code is repeated.
  const name = /^[\w-]{1,60}$/.test(asked) ? `\`${asked}\`` : 'This';
  return {
    path,
    title: 'Unknown error code',
    summary: `${name} is not an error code of version 1.`,
    sections: [
      {
        id: 'near',
        title: near.length > 0 ? 'Did you mean one of these?' : 'Where to look',
        blocks: [
          ...(near.length > 0
            ? [{ list: near.map(({ href, title }) => `[\`${title}\`](${href})`) }]
            : ['The `code` of a problem document is the end of its `type`.']),
          'See [all error codes](/docs/errors), or how errors work in the [guide](/docs#errors).',
        ],
      },
    ],
    operations: [],
    isError: true,
  };
}

function placesOf({ status, operations }: ProblemUse): string {
  if (operations.length === 0) return ELSEWHERE[status] ?? 'Not sent by any endpoint of version 1.';
  return operations.map(({ id, label }) => `[\`${label}\`](/docs/api#${id})`).join(', ');
}

/** Statuses that are answered before a request reaches an endpoint. */
const ELSEWHERE: Readonly<Record<number, string>> = {
  404: 'Any path under `/v1` that doesn’t exist.',
  405: 'An existing path, called with an unsupported method. `Allow` lists the supported ones.',
  501: 'The endpoints [not in version 1](/docs#not-in-v1), called with a valid key.',
};
