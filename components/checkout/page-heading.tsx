'use client';

import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';

/** Whether a screen has taken the form's place, and what says so. */
const ScreenContext = createContext<[boolean, (isScreen: boolean) => void]>([false, () => {}]);

/**
 * A page has one main heading: the cause's name above the form, and the screen's title once a screen has taken the form's
 * place.
 */
export function PageHeadingProvider({ isScreen, children }: { isScreen: boolean; children: ReactNode }) {
  return <ScreenContext value={useState(isScreen)}>{children}</ScreenContext>;
}

/** Says whether a screen is shown in place of the form. */
export function useIsScreen(isScreen: boolean): void {
  const [, setIsScreen] = useContext(ScreenContext);
  useEffect(() => setIsScreen(isScreen), [isScreen, setIsScreen]);
}

/** What is around the form, or around the screen that has taken its place. */
export function CheckoutBody({ children }: { children: ReactNode }) {
  const [isScreen] = useContext(ScreenContext);
  return <div className={isScreen ? 'checkout checkout-screen' : 'checkout'}>{children}</div>;
}

/** The cause's name. It takes the focus when the form comes back and nothing else has taken it. */
export function CauseName({ children }: { children: ReactNode }) {
  const [isScreen] = useContext(ScreenContext);
  const heading = useRef<HTMLHeadingElement>(null);
  const wasScreen = useRef(false);
  useEffect(() => {
    if (!isScreen && wasScreen.current && document.activeElement === document.body) {
      heading.current?.focus({ preventScroll: true });
      window.scrollTo({ top: 0 });
    }
    wasScreen.current = isScreen;
  }, [isScreen]);
  if (isScreen)
    return (
      <p className="cause-name" dir="auto" translate="no">
        {children}
      </p>
    );
  return (
    <h1 className="cause-name" dir="auto" translate="no" tabIndex={-1} ref={heading}>
      {children}
    </h1>
  );
}
