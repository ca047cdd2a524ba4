import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (file: string) => readFileSync(file, 'utf8');

test('.nvmrc names the Node that the project is pinned to', () => {
  const { dependencies } = JSON.parse(read('package.json'));
  expect(dependencies.node.split('.')[0]).toBe(read('.nvmrc').trim());
});

test('.editorconfig tells editors what biome.json formats', () => {
  const { formatter, javascript } = JSON.parse(read('biome.json'));
  const [general = ''] = read('.editorconfig').split('\n[*.md]');
  const properties = Object.fromEntries(
    [...general.matchAll(/^(\w+) = (.+)$/gm)].map(([, name, value]) => [name, value]),
  );
  expect(properties).toMatchObject({
    indent_style: formatter.indentStyle,
    indent_size: String(formatter.indentWidth),
    max_line_length: String(formatter.lineWidth),
    quote_type: javascript.formatter.quoteStyle,
  });
});
