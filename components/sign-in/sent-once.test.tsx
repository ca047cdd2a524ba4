import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { CodeStep } from './code-step.tsx';

test('a double click does not send a code twice, of which the second would be over', () => {
  const page = { locale: 'en', place: null, nonce: 'n', path: '/sign-in/code', query: {}, testMode: true } as const;
  const html = renderToStaticMarkup(
    <CodeStep
      page={page}
      challenge="one"
      to="/dashboard"
      email="ana@example.org"
      digits={6}
      minutes={10}
      sent={null}
      triesLeft={null}
    />,
  );
  expect(html).toContain("addEventListener('submit'");
});
