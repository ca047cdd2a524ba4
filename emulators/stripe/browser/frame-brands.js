// Small drawings of cards for the number field. Drawn here; not the brands' artwork.

const PLATE = { visa: '#1a1f71', mastercard: '#fff', amex: '#016fd0', discover: '#fff', diners: '#0079be' };
const WORD = { visa: 'VISA', amex: 'AMEX', discover: 'DISC', diners: 'DINERS', jcb: 'JCB', unionpay: 'UP' };

function shape(name, attributes, parent) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  parent.append(element);
  return element;
}

/** One card as an SVG element. */
export function drawBrand(brand) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 30 20');
  svg.dataset.brand = brand;
  const plate = PLATE[brand] ?? '#f1f1f4';
  shape('rect', { x: 0.5, y: 0.5, width: 29, height: 19, rx: 3, fill: plate, stroke: '#d5d5dc' }, svg);
  if (brand === 'mastercard') {
    shape('circle', { cx: 12, cy: 10, r: 5.5, fill: '#eb001b' }, svg);
    shape('circle', { cx: 18, cy: 10, r: 5.5, fill: '#f79e1b', 'fill-opacity': 0.9 }, svg);
    return svg;
  }
  const word = WORD[brand] ?? '';
  if (word === '') {
    shape('rect', { x: 0.5, y: 5, width: 29, height: 4, fill: '#b5b6c0' }, svg);
    return svg;
  }
  const dark = plate === '#fff' || plate === '#f1f1f4';
  const text = shape(
    'text',
    {
      x: 15,
      y: 13,
      'text-anchor': 'middle',
      'font-size': word.length > 4 ? 6 : 8,
      'font-weight': 700,
      'font-family': 'system-ui, sans-serif',
      fill: dark ? '#30313d' : '#fff',
    },
    svg,
  );
  text.textContent = word;
  return svg;
}
