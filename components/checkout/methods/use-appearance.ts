import type { Appearance } from '@stripe/stripe-js';
import { useEffect, useState } from 'react';

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

function readAppearance(): Appearance {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(name).trim();
  const isDark = window.matchMedia('(prefers-color-scheme: dark)').matches;
  return {
    theme: isDark ? 'night' : 'stripe',
    variables: {
      colorPrimary: token('--accent-ink'),
      colorBackground: token('--surface'),
      colorText: token('--ink'),
      colorTextSecondary: token('--ink-soft'),
      colorDanger: token('--danger'),
      fontFamily: token('--font'),
      fontSizeBase: '16px',
      borderRadius: token('--radius'),
      spacingUnit: '4px',
    },
    // As the page's own labels and fields look.
    rules: {
      '.Label': { fontSize: '16px', fontWeight: '550' },
      '.Input': { borderColor: token('--line-strong'), boxShadow: 'none' },
    },
  };
}
