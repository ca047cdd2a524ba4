/** The stylesheet of all pages; served from the emulator's own origin, as the pages' policy requires. */
export const STYLESHEET = `
:root { --ink: #17202c; --muted: #55606e; --line: #d9dee5; --paper: #fff; --ground: #f3f5f8; }
.bank { --brand: #0b4a6f; --brand-dark: #08374f; --tint: #e7f0f6; }
.wallet { --brand: #0b5cab; --brand-dark: #08437d; --tint: #e6f1fc; }
* { box-sizing: border-box; }
html { font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
body { margin: 0; min-height: 100vh; display: flex; flex-direction: column; color: var(--ink);
  background: var(--ground); overflow-wrap: anywhere; }
p, h1, h2, dl, dd, fieldset { margin: 0; }
.banner { padding: .5rem 1rem; text-align: center; font-size: .875rem; font-weight: 600; background: #fff3c4;
  color: #5b4300; border-bottom: 1px solid #f0dc8a; }
header { padding: 1.25rem 1rem; color: #fff; background: var(--brand); text-align: center; }
.brand { font-size: 1.25rem; font-weight: 700; letter-spacing: -.01em; }
.tagline { font-size: .875rem; }
main { width: 100%; max-width: 30rem; margin: 1.5rem auto; padding: 0 1rem; flex: 1; }
.card { background: var(--paper); border: 1px solid var(--line); border-radius: .75rem; padding: 1.5rem;
  box-shadow: 0 1px 2px rgb(23 32 44 / .06), 0 8px 24px rgb(23 32 44 / .05); }
h1 { font-size: 1.375rem; line-height: 1.25; letter-spacing: -.01em; }
h2 { font-size: .875rem; color: var(--muted); font-weight: 600; }
.lead { margin-top: .375rem; color: var(--muted); }
.total { margin: 1.25rem 0; padding: 1rem; border-radius: .5rem; background: var(--tint); }
.total span { display: block; font-size: .875rem; color: var(--muted); }
.total strong { font-size: 1.625rem; line-height: 1.2; font-variant-numeric: tabular-nums; }
.facts > div { display: flex; justify-content: space-between; gap: 1.5rem; padding: .625rem 0;
  border-top: 1px solid var(--line); }
.facts > div:first-child { border-top: 0; }
dt { color: var(--muted); flex: none; }
dd { text-align: right; font-weight: 500; }
.actions { display: grid; gap: .625rem; margin-top: 1.25rem; }
.pair { grid-template-columns: 1fr 1fr; }
button, .button { display: block; width: 100%; padding: .75rem 1rem; font: inherit; font-weight: 600;
  text-align: center; text-decoration: none; border-radius: .5rem; cursor: pointer; min-height: 3rem;
  color: var(--brand); background: var(--paper); border: 1px solid var(--brand); }
button:hover, .button:hover { background: var(--tint); }
button.primary { color: #fff; background: var(--brand); }
button.primary:hover { background: var(--brand-dark); }
button.danger { color: #a01818; border-color: #c98a8a; }
button.danger:hover { background: #fdf0f0; }
button.plain { border-color: transparent; color: var(--muted); }
:focus-visible { outline: 3px solid #f2a900; outline-offset: 2px; }
fieldset { border: 0; padding: 0; margin-top: 1.25rem; min-width: 0; }
legend { padding: 0; font-weight: 600; margin-bottom: .5rem; }
.choice { display: flex; gap: .75rem; align-items: center; padding: .75rem 1rem; margin-top: .5rem;
  border: 1px solid var(--line); border-radius: .5rem; cursor: pointer; }
.choice:has(:checked) { border-color: var(--brand); background: var(--tint); }
.choice:has(:disabled) { color: var(--muted); cursor: not-allowed; background: var(--ground); }
.choice input { width: 1.125rem; height: 1.125rem; flex: none; accent-color: var(--brand); margin: 0; }
.choice span { flex: 1; }
.choice small { display: block; color: var(--muted); font-size: .8125rem; }
.outcomes { margin-top: 1.5rem; padding-top: 1.25rem; border-top: 1px dashed var(--line); }
.notice { margin-bottom: 1rem; padding: .75rem 1rem; border-radius: .5rem; border: 1px solid #f0dc8a;
  background: #fffaeb; }
.notice.bad { border-color: #e7b5b5; background: #fdf0f0; color: #7d1414; }
.notice strong { display: block; }
.session { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; font-size: .875rem;
  color: var(--muted); margin-bottom: 1rem; }
a { color: var(--brand); }
footer { padding: 1rem; text-align: center; font-size: .8125rem; color: var(--muted); }
@media (max-width: 26rem) { .card { padding: 1.125rem; } .pair { grid-template-columns: 1fr; }
  .total strong { font-size: 1.375rem; } }
`;
