import type { Appearance } from '@stripe/stripe-js';
import { useEffect, useState } from 'react';
import { readAppearance } from './card-mount.ts';

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
