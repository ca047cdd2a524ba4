import type { CodeLanguage } from '#lib/docs/section.ts';

type Kind = 'plain' | 'key' | 'string' | 'literal' | 'comment';
type Token = { kind: Kind; text: string; start: number };

/** The first match wins. Each pattern starts where the last match ended (flag `y`). */
const RULES: Record<CodeLanguage, readonly (readonly [Kind, RegExp])[]> = {
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
  typescript: [
    ['comment', /\/\/[^\n]*|\/\*[\s\S]*?\*\//y],
    ['string', /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/y],
    [
      'key',
      /(?<![\w.])(?:async|await|break|case|catch|const|default|else|export|for|from|function|if|import|let|new|return|switch|throw|try)(?!\w)/y,
    ],
    ['literal', /(?<![\w.])(?:true|false|null|undefined|\d[\d_]*(?:\.\d+)?)(?!\w)/y],
  ],
  python: [
    ['comment', /#[^\n]*/y],
    ['string', /f?"""[\s\S]*?"""|f?"(?:[^"\\\n]|\\.)*"|f?'(?:[^'\\\n]|\\.)*'/y],
    ['key', /(?<![\w.])(?:and|as|def|else|except|for|from|if|import|in|is|not|or|raise|return|try|while|with)(?!\w)/y],
    ['literal', /(?<![\w.])(?:True|False|None|\d[\d_]*(?:\.\d+)?)(?!\w)/y],
  ],
};

/** Splits code into coloured tokens. Joined, they are exactly the code. */
export function highlight(code: string, language: CodeLanguage): Token[] {
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

function tokenAt(code: string, at: number, language: CodeLanguage): Token | undefined {
  for (const [kind, pattern] of RULES[language]) {
    pattern.lastIndex = at;
    const text = pattern.exec(code)?.[0];
    if (text) return { kind, text, start: at };
  }
  return undefined;
}
