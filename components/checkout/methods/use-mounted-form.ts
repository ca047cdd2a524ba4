import { useElements } from '@stripe/react-stripe-js';
import type { Stripe } from '@stripe/stripe-js';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { ELEMENT_OPTIONS, mountCard } from './card-mount.ts';
import type { BegunForm } from './card-start.ts';

/** `<Elements>` makes its group of elements with the library: here it gets the one that the page has begun with. */
export function withElements({ stripe, elements }: BegunForm): Stripe {
  const read = (_: unknown, name: keyof Stripe) => {
    if (name === 'elements') return () => elements;
    const member = stripe[name];
    return typeof member === 'function' ? member.bind(stripe) : member;
  };
  return new Proxy({} as Stripe, { get: (target, name) => read(target, name as keyof Stripe) });
}

type Listeners = { onFilled: (isFilled: boolean) => void; onFailed: () => void };

/** Takes over the form that the page has begun with, or puts a new one into its place; true once it is shown. */
export function useMountedForm(
  begun: BegunForm | undefined,
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
    const standing = elements.getElement('payment');
    const isBegun = begun && standing === begun.mounted.element && node.hasChildNodes();
    if (!isBegun) {
      // One that stood in a page which React has made anew since.
      standing?.destroy();
      node.replaceChildren();
    }
    const { element, outcome } = isBegun ? begun.mounted : mountCard(elements, ELEMENT_OPTIONS, node);
    element.on('change', ({ empty }) => latest.current.onFilled(!empty));
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
  }, [elements, begun, place]);
  return isShown;
}
