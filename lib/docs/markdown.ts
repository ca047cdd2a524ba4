import type { DocsPage } from './page.ts';
import type { Field, Operation } from './reference.ts';
import { sdkPackage } from './sdk-package.ts';
import type { Block, Code, Section } from './section.ts';

/**
 * A page as Markdown. Links to other pages are absolute, and lead to their Markdown.
 * @param baseUrl of the deployment
 */
export function markdownOf(page: DocsPage, baseUrl: string): string {
  const parts = [
    `# ${page.title}`,
    page.summary,
    ...page.sections.flatMap(sectionParts),
    ...page.operations.flatMap(operationParts),
  ];
  return `${linked(parts.join('\n\n'), baseUrl)}\n`;
}

/** The address of a page's Markdown. */
export function markdownPath(path: string): string {
  return `${path}.md`;
}

/** The list of all pages, for programs that read them (llmstxt.org). */
export function llmsText(pages: readonly DocsPage[], baseUrl: string): string {
  const line = ({ path, title, summary }: DocsPage) => `- [${title}](${baseUrl}${markdownPath(path)}): ${summary}`;
  return `${[
    '# Fundraising Partner API',
    '> Create causes, mint hosted checkout links, and follow each link until its donation is approved. Partners authenticate with an API key; donors pay on a hosted page; the result is learned by polling.',
    '## Documentation',
    pages
      .filter(({ isError }) => !isError)
      .map(line)
      .join('\n'),
    '## Machine-readable',
    [
      `- [OpenAPI 3.1](${baseUrl}/openapi.json): Every endpoint, field, header and error.`,
      `- [Postman collection](${baseUrl}/docs/postman.json): The same requests, ready to send.`,
      `- [SDK for TypeScript](${sdkPackage(baseUrl)}): An npm package; install it from this address.`,
    ].join('\n'),
    '## Optional',
    pages
      .filter(({ isError }) => isError)
      .map(line)
      .join('\n'),
  ].join('\n\n')}\n`;
}

function sectionParts({ id, title, kicker, blocks }: Section): string[] {
  return [heading(2, title, id), ...(kicker ? [kicker] : []), ...blocks.map(blockOf)];
}

/** A heading with the anchor that the page gives it. */
function heading(level: 2 | 3, title: string, id: string): string {
  return `<a id="${id}"></a>\n\n${'#'.repeat(level)} ${title}`;
}

function blockOf(block: Block): string {
  if (typeof block === 'string') return block;
  if ('list' in block) return block.list.map((text) => `- ${text}`).join('\n');
  if ('steps' in block) return block.steps.map((text, index) => `${index + 1}. ${text}`).join('\n');
  if ('note' in block) return `> ${block.note}`;
  if ('code' in block) return codeOf(block);
  if ('samples' in block) return block.samples.map(codeOf).join('\n\n');
  if ('subheading' in block) return heading(3, block.subheading, block.id);
  return tableOf(block.table.head, block.table.rows);
}

function codeOf({ code, language, label }: Code): string {
  return `${label}:\n\n\`\`\`${language}\n${code}\n\`\`\``;
}

function tableOf(head: string[], rows: string[][]): string {
  const row = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');
}

function operationParts(operation: Operation): string[] {
  const { id, method, path, summary, description, facts, parameters, body, reply, replyStatus } = operation;
  const example = JSON.stringify(operation.example.reply, null, 2);
  return [
    heading(2, summary, id),
    `\`${method} ${path}\``,
    ...(operation.deprecated ? [`> ${operation.deprecated}`] : []),
    description,
    facts.map((fact) => `- ${fact}`).join('\n'),
    ...fieldParts('Parameters', parameters),
    ...fieldParts('Body', body ?? []),
    ...fieldParts(`Response ${replyStatus}`, reply, true),
    '### Errors',
    operation.problems
      .map(
        ({ status, codes }) => `- ${status}: ${codes.map((code) => `[\`${code}\`](/docs/errors/${code})`).join(', ')}`,
      )
      .join('\n'),
    '### Example',
    ...operation.samples.map(codeOf),
    codeOf({ label: `Response ${replyStatus}`, language: 'json', code: example }),
  ];
}

function fieldParts(title: string, fields: readonly Field[], isReply = false): string[] {
  if (fields.length === 0) return [];
  const presence = ({ isRequired }: Field) => {
    if (isReply) return isRequired ? '' : ', may be absent';
    return isRequired ? ', required' : ', optional';
  };
  const lines = fields.map((field) => {
    const rules = field.rules.length > 0 ? ` Rules: ${field.rules.join('; ')}.` : '';
    return `- \`${field.name}\` (${field.type}${presence(field)}): ${field.description ?? ''}${rules}`;
  });
  return [`### ${title}`, lines.join('\n')];
}

/** Outside code: absolute links, pages of the documentation as Markdown. */
function linked(text: string, baseUrl: string): string {
  return text
    .split(/(^```[\s\S]*?^```$)/m)
    .map((part) =>
      part.startsWith('```')
        ? part
        : part.replace(/\]\((\/[^)#\s]*)(#[^)\s]*)?\)/g, (_, path: string, anchor = '') => {
            const isPage = /^\/docs(\/(?!.*\.)|$)/.test(path);
            return `](${baseUrl}${isPage ? markdownPath(path) : path}${anchor})`;
          }),
    )
    .join('');
}
