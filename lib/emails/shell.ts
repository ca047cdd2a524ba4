import { Body } from '@react-email/body';
import { Button } from '@react-email/button';
import { Container } from '@react-email/container';
import { Head } from '@react-email/head';
import { Html } from '@react-email/html';
import { Img } from '@react-email/img';
import { Link } from '@react-email/link';
import { Preview } from '@react-email/preview';
import { Section } from '@react-email/section';
import { Text } from '@react-email/text';
import { type CSSProperties, createElement as h, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { DEFAULT_ACCENT, formatColour, parseColour, textOn } from '#lib/colour.ts';
import { LANGUAGE_TAGS, type Locale } from '#lib/i18n/locales.ts';
import { shorten } from '#lib/i18n/shorten.ts';
import type { Letter, Letterhead } from './letter.ts';

/*
 * The HTML of mails. Written with `createElement`, because the worker runs TypeScript without a build, and Node strips types
 * but does not compile JSX.
 */

const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif';
/** As in `app/globals.css`. */
const LIGHT = { canvas: '#f4f6f8', surface: '#ffffff', ink: '#16202c', soft: '#52606f', line: '#d5dbe2' };
const DARK = { canvas: '#0f1217', surface: '#171b22', ink: '#e9edf2', soft: '#a5b0bd', line: '#323a46' };
const NOTICE = { light: ['#fff6de', '#6a4a00'], dark: ['#2e2612', '#f3d489'] } as const;

/** Colours are inline for programs that drop style sheets; the sheet only changes them for dark ones and for phones. */
const STYLE_SHEET = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
.canvas { background: ${LIGHT.canvas}; }
@media (prefers-color-scheme: dark) {
  .canvas { background: ${DARK.canvas} !important; }
  .card { background: ${DARK.surface} !important; border-color: ${DARK.line} !important; }
  .ink { color: ${DARK.ink} !important; }
  .soft, .soft a { color: ${DARK.soft} !important; }
  .line { border-color: ${DARK.line} !important; }
  .notice { background: ${NOTICE.dark[0]} !important; color: ${NOTICE.dark[1]} !important; }
  .logo { background: #ffffff !important; padding: 6px !important; }
}
@media (max-width: 520px) {
  .card { padding: 24px 20px !important; }
  .fact { display: block !important; width: auto !important; }
  th.fact { padding-bottom: 0 !important; border-bottom: 0 !important; }
  td.fact { padding-top: 2px !important; }
}`;

/** An address, or a name of one long word, would make the whole mail wider than a phone. */
const breakable: CSSProperties = { overflowWrap: 'anywhere' };
const text: CSSProperties = {
  ...breakable,
  margin: '0 0 16px',
  fontSize: '16px',
  lineHeight: '26px',
  color: LIGHT.ink,
};
const small: CSSProperties = {
  ...breakable,
  margin: '0 0 8px',
  fontSize: '14px',
  lineHeight: '21px',
  color: LIGHT.soft,
};
const fact: CSSProperties = {
  ...breakable,
  padding: '10px 0',
  borderBottom: `1px solid ${LIGHT.line}`,
  fontSize: '15px',
  lineHeight: '22px',
  verticalAlign: 'top',
  textAlign: 'left',
};

/** Renders a mail as an HTML document. Everything in it is text: React escapes it. */
export function renderShell(letter: Letter, head: Letterhead, locale: Locale): string {
  const { paragraphs, headline, facts = [], button, notes = [], signature, banner } = letter;
  const document = h(
    Html,
    { lang: LANGUAGE_TAGS[locale] },
    h(
      Head,
      null,
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
      h('meta', { name: 'viewport', content: 'width=device-width' }),
      h('style', null, STYLE_SHEET),
    ),
    h(Preview, null, previewOf(letter)),
    h(
      Body,
      { className: 'canvas', style: { margin: 0, fontFamily: FONT } },
      h(
        Section,
        { className: 'canvas', style: { padding: '24px 8px', background: LIGHT.canvas } },
        h(
          Container,
          { style: { width: '100%', maxWidth: '560px' } },
          h(
            Section,
            {
              className: 'card',
              style: {
                padding: '32px',
                background: LIGHT.surface,
                border: `1px solid ${LIGHT.line}`,
                borderRadius: '10px',
              },
            },
            banner === undefined ? null : notice(banner),
            masthead(head),
            paragraph(letter.greeting, 'greeting'),
            ...paragraphs.map(paragraph),
            headline === undefined ? null : large(headline),
            facts.length === 0 ? null : table(facts),
            button === undefined ? null : action(button, head.accentColour),
            ...notes.map((note) => h(Text, { key: note, className: 'soft', style: small }, linked(note))),
            signature === '' ? null : paragraph(signature, 'signature'),
          ),
          footer(head),
        ),
      ),
    ),
  );
  return `<!doctype html>${renderToStaticMarkup(document)}`;
}

/** What lists of mails show beside the subject. */
function previewOf({ headline, facts = [], paragraphs }: Letter): string {
  const [fact] = facts;
  const parts = [paragraphs[0] ?? '', headline ?? '', fact ? `${fact.term}: ${fact.value}` : ''];
  return shorten(parts.filter((part) => part !== '').join(' · '), 150);
}

/** The logo comes from the client's own address, as on pages. Nothing else is loaded, and nothing that tracks. */
function masthead({ name, logoUrl }: Letterhead): ReactNode {
  if (name === null && logoUrl === null) return null;
  const logo =
    logoUrl !== null &&
    h(Img, {
      src: logoUrl,
      // The name stands below it.
      alt: '',
      height: '40',
      className: 'logo',
      style: { maxWidth: '200px', marginBottom: '8px', borderRadius: '6px', objectFit: 'contain' },
    });
  const title =
    name !== null &&
    h('p', { className: 'ink', style: { ...text, margin: 0, fontSize: '18px', fontWeight: 700 } }, name);
  return h(Section, { style: { marginBottom: '24px' } }, logo, title);
}

function notice(banner: string): ReactNode {
  const [background, color] = NOTICE.light;
  const style = { ...text, padding: '10px 14px', borderRadius: '8px', background, color, fontWeight: 700 };
  return h(Text, { className: 'notice', style: { ...style, fontSize: '15px', lineHeight: '22px' } }, banner);
}

function paragraph(content: string, key: string | number): ReactNode {
  return h(Text, { key, className: 'ink', style: text }, linked(content));
}

function large(headline: string): ReactNode {
  const style = { ...text, fontSize: '34px', lineHeight: '42px', fontWeight: 700, letterSpacing: '-0.5px' };
  return h(Text, { className: 'ink', style }, headline);
}

function table(facts: { term: string; value: string }[]): ReactNode {
  const row = ({ term, value }: { term: string; value: string }) =>
    h(
      'tr',
      { key: term },
      h(
        'th',
        {
          scope: 'row',
          className: 'fact soft line',
          style: { ...fact, width: '40%', paddingRight: '16px', color: LIGHT.soft, fontWeight: 400 },
        },
        term,
      ),
      h('td', { className: 'fact ink line', style: { ...fact, color: LIGHT.ink } }, value),
    );
  const style = { width: '100%', borderCollapse: 'collapse', marginBottom: '24px' } as const;
  return h('table', { style }, h('tbody', null, facts.map(row)));
}

function action({ label, url }: { label: string; url: string }, accentColour: string | null): ReactNode {
  const accent = parseColour(accentColour ?? undefined) ?? DEFAULT_ACCENT;
  const style = {
    padding: '14px 24px',
    borderRadius: '10px',
    background: formatColour(accent),
    color: formatColour(textOn(accent)),
    fontSize: '16px',
    fontWeight: 600,
    textDecoration: 'none',
  };
  return h(Section, { style: { marginBottom: '24px' } }, h(Button, { href: url, style }, label));
}

function footer({ links, contact }: Letterhead): ReactNode {
  if (links.length === 0 && contact === null) return null;
  const style = { ...small, textAlign: 'center' } as const;
  const anchor = { color: LIGHT.soft, textDecoration: 'underline' };
  return h(
    Section,
    { style: { padding: '16px 16px 0' } },
    contact === null ? null : h(Text, { className: 'soft', style }, linked(contact)),
    links.length === 0
      ? null
      : h(
          Text,
          { className: 'soft', style },
          links.flatMap(({ label, url }, index) => [
            index === 0 ? '' : ' · ',
            h(Link, { key: url, href: url, style: anchor }, label),
          ]),
        ),
  );
}

/** Addresses of pages and of mailboxes. Text from outside has none left that would match (`preventLinks`). */
const ADDRESS = /(https?:\/\/[^\s<>"“”]*[^\s<>"“”.,;:!?)]|[^\s<>"“”@:/]+@[^\s<>"“”@:/]+\.[\p{L}\d-]+)/u;

/** A sentence with its addresses as links. */
function linked(sentence: string): ReactNode[] {
  return sentence.split(ADDRESS).map((part, index) => {
    if (index % 2 === 0) return part;
    const href = part.startsWith('http') ? part : `mailto:${part}`;
    return h(Link, { key: part, href, style: { color: 'inherit', textDecoration: 'underline' } }, part);
  });
}

/** The same mail as plain text. */
export function renderText(letter: Letter, { links, contact, name }: Letterhead): string {
  const { banner, greeting, paragraphs, headline, facts = [], button, notes = [], signature } = letter;
  const parts = [
    banner,
    greeting,
    ...paragraphs,
    headline,
    facts.map(({ term, value }) => `${term}: ${value}`).join('\n'),
    button && `${button.label}: ${button.url}`,
    ...notes,
    signature,
    [name, contact, ...links.map(({ label, url }) => `${label}: ${url}`)].filter(Boolean).join('\n'),
  ];
  return `${parts.filter((part) => part !== undefined && part !== '').join('\n\n')}\n`;
}
