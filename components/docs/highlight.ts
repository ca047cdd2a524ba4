export type Language = 'json' | 'shell';
type Kind = 'plain' | 'key' | 'string' | 'literal' | 'comment';
export type Token = { kind: Kind; text: string; start: number };

/** First match wins; each pattern is anchored by `y` where the last one ended. */
const RULES: Record<Language, readonly (readonly [Kind, RegExp])[]> = {
  json: [
    ['key', /"(?:[^"\\]|\\.)*"(?=\s*:)/y],
    ['string', /"(?:[^"\\]|\\.)*"/y],
    ['literal', /-?\d+(?:\.\d+)?|true|false|null/y],
  ],
  shell: [
    ['comment', /(?<![^\s])#[^\n]*/y],
    ['string', /'[^']*'|"(?:[^"\\]|\\.)*"/y],
    ['key', /(?<![^\s])-{1,2}[A-Za-z][\w-]*/y],
    ['literal', /\$\w+/y],
  ],
};

/** Splits code into tokens by colour. Joined again they are exactly the code. */
export function highlight(code: string, language: Language): Token[] {
  const tokens: Token[] = [];
  let plainFrom = 0;
  for (let at = 0; at < code.length; ) {
    const found = tokenAt(code, at, language);
    if (!found) {
      at += 1;
      continue;
    }
    if (plainFrom < at) tokens.push({ kind: 'plain', text: code.slice(plainFrom, at), start: plainFrom });
    tokens.push(found);
    at += found.text.length;
    plainFrom = at;
  }
  if (plainFrom < code.length) tokens.push({ kind: 'plain', text: code.slice(plainFrom), start: plainFrom });
  return tokens;
}

function tokenAt(code: string, at: number, language: Language): Token | undefined {
  for (const [kind, pattern] of RULES[language]) {
    pattern.lastIndex = at;
    const text = pattern.exec(code)?.[0];
    if (text) return { kind, text, start: at };
  }
  return undefined;
}
