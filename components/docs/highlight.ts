import type { CodeLanguage } from '#lib/docs/section.ts';

type Kind = 'plain' | 'key' | 'string' | 'literal' | 'comment';
type Token = { kind: Kind; text: string; start: number };

/** What a token looks like (flag `y`), and behind which character there is none: Safari before 16.4 knows no lookbehind. */
type Rule = readonly [kind: Kind, pattern: RegExp, notBehind?: RegExp];
const PART_OF_WORD = /[\w.]/;

/** The first match wins. Each pattern starts where the last match ended. */
const RULES: Record<CodeLanguage, readonly Rule[]> = {
  json: [
    ['key', /"(?:[^"\\]|\\.)*"(?=\s*:)/y],
    ['string', /"(?:[^"\\]|\\.)*"/y],
    ['literal', /-?\d+(?:\.\d+)?|true|false|null/y],
  ],
  shell: [
    ['comment', /#[^\n]*/y, /\S/],
    ['string', /'[^']*'|"(?:[^"\\]|\\.)*"/y],
    ['key', /-{1,2}[A-Za-z][\w-]*/y, /\S/],
    ['literal', /\$\w+/y],
  ],
  typescript: [
    ['comment', /\/\/[^\n]*|\/\*[\s\S]*?\*\//y],
    ['string', /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/y],
    [
      'key',
      /(?:async|await|break|case|catch|const|default|else|export|for|from|function|if|import|let|new|return|switch|throw|try)(?!\w)/y,
      PART_OF_WORD,
    ],
    ['literal', /(?:true|false|null|undefined|\d[\d_]*(?:\.\d+)?)(?!\w)/y, PART_OF_WORD],
  ],
  python: [
    ['comment', /#[^\n]*/y],
    ['string', /f?"""[\s\S]*?"""|f?"(?:[^"\\\n]|\\.)*"|f?'(?:[^'\\\n]|\\.)*'/y],
    [
      'key',
      /(?:and|as|def|else|except|for|from|if|import|in|is|not|or|raise|return|try|while|with)(?!\w)/y,
      PART_OF_WORD,
    ],
    ['literal', /(?:True|False|None|\d[\d_]*(?:\.\d+)?)(?!\w)/y, PART_OF_WORD],
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
  const behind = code.charAt(at - 1);
  for (const [kind, pattern, notBehind] of RULES[language]) {
    if (notBehind?.test(behind)) continue;
    pattern.lastIndex = at;
    const text = pattern.exec(code)?.[0];
    if (text) return { kind, text, start: at };
  }
  return undefined;
}
