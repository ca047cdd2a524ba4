import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { DocumentHead } from './document-head.tsx';

test.each(['telephone', 'date', 'email', 'address', 'url'])('no browser makes a link of a %s that it finds', (kind) => {
  const html = renderToStaticMarkup(<DocumentHead />);
  const content = /<meta name="format-detection" content="(.*?)"/.exec(html)?.[1]?.split(', ');
  expect(content).toContain(`${kind}=no`);
  expect(html).toContain('<meta name="chrome" content="nointentdetection"/>');
});
