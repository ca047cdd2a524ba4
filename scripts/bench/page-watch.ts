/** The conditions for a donor to be able to pay, each with the time since when it is true. */
export type Condition = 'submit' | 'loaded' | 'frame' | 'field';

/** Called by the page when a condition changes: the time since when it is true (milliseconds since the epoch), or null. */
export type ReportCondition = (sign: Condition, since: number | null) => void;

/** The browser's own measurements of a page. */
export type Paints = { fcpMs: number; lcpMs: number; cls: number; timeOrigin: number };

/**
 * Runs in every frame before the page's own scripts, and reports each visible change at once. Nothing polls from outside the
 * browser, which would slow the page down and see changes late. It is sent as text, so it uses nothing of this module. It finds
 * things by what every version of the page has: roles, labels and the title of the processor's frame.
 */
export function watch(): void {
  const tell: ReportCondition = Reflect.get(window, 'benchTell');
  const held = new Map<Condition, boolean>();
  const now = () => performance.timeOrigin + performance.now();
  const note = (sign: Condition, holds: boolean) => {
    if (held.get(sign) === holds) return;
    held.set(sign, holds);
    tell(sign, holds ? now() : null);
  };
  const isShown = (element: Element | null) =>
    element !== null &&
    element.getBoundingClientRect().height >= 40 &&
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const SUBMIT = /^\s*(Donate|Donar|Doar|Continue to|Continuar a|Continuar no)\s/;
  const LOADING =
    /^\s*(Loading the card form|Cargando el formulario|Carregando o formulário|This is taking longer|Está tardando|Está demorando)/;
  const texts = (selector: string) => [...document.querySelectorAll(selector)];

  const lookAtPage = () => {
    const submit = texts('button').find((button) => SUBMIT.test(button.textContent));
    note('submit', submit instanceof HTMLButtonElement && !submit.disabled);
    note('loaded', submit !== undefined && !texts('[role=status]').some((each) => LOADING.test(each.textContent)));
    note('frame', isShown(document.querySelector('iframe[title="Secure payment input frame"]')));
  };
  const lookAtFrame = () => {
    const field = document.querySelector('input[name=number]');
    note('field', field instanceof HTMLInputElement && !field.disabled && !field.readOnly && isShown(field));
  };
  const look = window === window.top ? lookAtPage : lookAtFrame;
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
  // Styles change what is visible without a mutation; a frame out of sight is given no animation frames, so this is a timer.
  setInterval(look, 10);

  if (window !== window.top) return;
  const paints: Paints = { fcpMs: Number.NaN, lcpMs: Number.NaN, cls: 0, timeOrigin: performance.timeOrigin };
  Object.assign(window, { benchPaints: paints });
  const observe = (type: string, each: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true });
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') paints.fcpMs = startTime;
  });
  observe('largest-contentful-paint', ({ startTime }) => {
    paints.lcpMs = startTime;
  });
  observe('layout-shift', (entry) => {
    paints.cls += Reflect.get(entry, 'value');
  });
}
