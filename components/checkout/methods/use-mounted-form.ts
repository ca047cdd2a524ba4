import { useElements } from '@stripe/react-stripe-js';
import type { Appearance, Stripe } from '@stripe/stripe-js';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { ELEMENT_OPTIONS, mountCard, readAppearance } from './card-mount.ts';
import type { StartedForm } from './card-start.ts';

/** `<Elements>` creates its group of elements with the library: here it gets the one that the page's HTML created. */
export function withElements({ stripe, elements }: StartedForm): Stripe {
  const read = (_: unknown, name: keyof Stripe) => {
    if (name === 'elements') return () => elements;
    const member = stripe[name];
    return typeof member === 'function' ? member.bind(stripe) : member;
  };
  return new Proxy({} as Stripe, { get: (target, name) => read(target, name as keyof Stripe) });
}

type Listeners = { onTyped: () => void; onFailed: () => void };

/** Takes over the form that the page's HTML has started, or mounts a new one; true once it is shown. */
export function useMountedForm(
  started: StartedForm | undefined,
  place: RefObject<HTMLDivElement | null>,
  listeners: Listeners,
): boolean {
  const elements = useElements();
  const [isShown, setIsShown] = useState(false);
  const latest = useRef(listeners);
  latest.current = listeners;
  useEffect(() => {
    const node = place.current;
    if (!elements || !node) return;
    const existing = elements.getElement('payment');
    const isStarted = started && existing === started.mounted.element && node.hasChildNodes();
    if (!isStarted) {
      // One that was in a page which React has rendered anew since.
      existing?.destroy();
      node.textContent = '';
    }
    const { element, outcome } = isStarted ? started.mounted : mountCard(elements, ELEMENT_OPTIONS, node);
    element.on('change', () => latest.current.onTyped());
    let isCurrent = true;
    outcome.then((how) => {
      if (isCurrent && how === 'shown') setIsShown(true);
      else if (isCurrent) latest.current.onFailed();
    });
    return () => {
      isCurrent = false;
      setIsShown(false);
      element.destroy();
    };
  }, [elements, started, place]);
  return isShown;
}

/** The card form in the page's own colours, following it from light to dark. */
export function useAppearance(): Appearance {
  const [appearance, setAppearance] = useState(readAppearance);
  useEffect(() => {
    const dark = window.matchMedia('(prefers-color-scheme: dark)');
    const follow = () => setAppearance(readAppearance());
    dark.addEventListener('change', follow);
    return () => dark.removeEventListener('change', follow);
  }, []);
  return appearance;
}
