import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The pictures of a folder: `state/lang-theme-size.png`. */
function picturesIn(folder: string): { state: string; pictures: string[] }[] {
  const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return folders
    .map(({ name }) => name)
    .sort()
    .map((state) => ({ state, pictures: readdirSync(join(folder, state)).filter(isPicture).sort() }))
    .filter(({ pictures }) => pictures.length > 0);
}

function isPicture(file: string): boolean {
  return /^[a-z]{2}-(light|dark)-(small|phone|desktop)\.png$/.test(file);
}

/** A page with every picture below a folder. Names have only letters and dashes. */
export function contactSheet(folder: string): string {
  const sections = picturesIn(folder).map(({ state, pictures }) => {
    const figures = pictures.map((file) => {
      const [lang, theme, size] = file.replace('.png', '').split('-');
      const address = `${state}/${file}`;
      return `<figure data-lang="${lang}" data-theme="${theme}" data-size="${size}">
  <a href="${address}"><img src="${address}" alt="${state}: ${lang}, ${theme}, ${size}" loading="lazy"></a>
  <figcaption>${lang} · ${theme} · ${size}</figcaption></figure>`;
    });
    return `<section id="${state}"><h2><a href="#${state}">${state}</a></h2><div>${figures.join('')}</div></section>`;
  });
  return PAGE.replace('SECTIONS', () => sections.join('\n'));
}

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Every screen</title>
<style>
  body { margin: 0; padding: 4rem 1.5rem; font: 16px/1.5 system-ui, sans-serif; background: #e9ecf0; color: #16202c }
  form { position: fixed; inset: 0 0 auto; display: flex; flex-wrap: wrap; gap: 1.5rem; padding: .75rem 1.5rem; background: #fff; box-shadow: 0 1px 4px #0003 }
  h2 { margin: 2rem 0 .5rem; scroll-margin-top: 4rem } h2 a { color: inherit; text-decoration: none }
  section div { display: flex; gap: 1rem; overflow-x: auto; align-items: flex-start }
  figure { flex: none; margin: 0 } figure[hidden] { display: none }
  img { display: block; width: 20rem; border: 1px solid #0002; border-radius: 6px } [data-size=desktop] img { width: 44rem }
  figcaption { font-size: .875rem; color: #52606f }
</style>
<form aria-label="Which pictures">
  <label>Language <select name="lang"><option value="">all<option>en<option>es<option>pt</select></label>
  <label>Theme <select name="theme"><option value="">both<option>light<option>dark</select></label>
  <label>Size <select name="size"><option value="">all<option>small<option>phone<option>desktop</select></label>
  <span>j and k: next and previous state</span>
</form>
SECTIONS
<script>
  const form = document.forms[0];
  form.addEventListener('change', () => {
    for (const figure of document.querySelectorAll('figure'))
      figure.hidden = ['lang', 'theme', 'size'].some((name) => form[name].value && form[name].value !== figure.dataset[name]);
  });
  const sections = [...document.querySelectorAll('section')];
  let place = -1;
  document.addEventListener('keydown', ({ key, target }) => {
    if (!['j', 'k'].includes(key) || target.matches('select')) return;
    place = Math.min(Math.max(place + (key === 'j' ? 1 : -1), 0), sections.length - 1);
    sections[place].scrollIntoView();
  });
</script>
</html>
`;
