import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { needsFreshSignIn } from './decide.ts';
import { type Audience, PARTS, type PartRule, POLICY, type Rule } from './table.ts';

const WHO: Record<Audience, string> = {
  account: 'any account',
  owner: 'owner',
  owner_or_staff: 'owner, staff',
  staff: 'staff',
};
const PART_RULES: Record<PartRule, string> = {
  allowed: 'allowed',
  refused: 'refused',
  as_creator: 'as a creator',
};

const PASSKEY: Record<NonNullable<Rule['passkey']>, string> = { after_payout: 'after the first payout' };

/** Who must have a fresh sign-in. */
function freshOf(rule: Rule): string {
  if (!needsFreshSignIn(rule, 'staff')) return '';
  return needsFreshSignIn(rule, 'creator') ? 'yes' : 'staff';
}

function lineOf([action, rule]: [string, Rule]): string {
  const parts = PARTS.map((part) => {
    const partRule = rule.parts?.[part];
    return partRule ? PART_RULES[partRule] : '';
  });
  const waits = rule.waits ? `\`${rule.waits.for}\`, ${rule.waits.when}` : '';
  const passkey = rule.passkey ? PASSKEY[rule.passkey] : '';
  const cells = [`\`${action}\``, WHO[rule.who], rule.effect ?? '', ...parts, waits, freshOf(rule), passkey];
  return `| ${cells.join(' | ')} |`.replace(/ {2,}/g, ' ');
}

test('docs/security.md has the policy as the code has it', () => {
  const documented = readFileSync('docs/security.md', 'utf8')
    .split('\n')
    .filter((line) => /^\| `[a-z_]+\.[a-z_]+` \|/.test(line));
  expect(documented).toEqual(Object.entries(POLICY).map(lineOf));
});
