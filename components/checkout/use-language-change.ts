import { useEffect } from 'react';
import { useChangeTexts, useTexts } from '#components/ui/texts-provider.tsx';
import { LANGUAGE_TAGS } from '#lib/i18n/locales.ts';
import type { CheckoutView } from '#lib/payments/views/checkout-view.ts';
import { fetchTexts, isOffline } from './api.ts';
import type { Checkout } from './use-checkout.ts';

/**
 * Changes the language in place: what was typed stays, the card form included. Without scripts the links of the language
 * switcher load the page in the other language.
 */
export function useLanguageChange({ country }: CheckoutView, dispatch: Checkout['dispatch']): void {
  const change = useChangeTexts();
  const { t, locale, formatLocale } = useTexts();
  useEffect(() => {
    async function show(address: URL): Promise<void> {
      const texts = await fetchTexts(address.searchParams.get('lang') ?? '', country);
      if (texts) {
        change(texts);
        // The entry keeps the step of the method that it stands for.
        window.history.replaceState(window.history.state, '', address);
      }
      // Without a network the browser would replace this page by one of its own, and what was typed would be lost.
      else if (!isOffline()) window.location.assign(address);
    }
    const onClick = (event: MouseEvent) => {
      const switcher = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[hreflang]') : null;
      const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
      if (!switcher || !isPlain) return;
      event.preventDefault();
      void show(new URL(switcher.href));
    };
    document.addEventListener('click', onClick);
    return () => document.removeEventListener('click', onClick);
  }, [change, country]);
  useEffect(() => {
    dispatch({ type: 'language_changed', formatLocale });
    // These stand outside of what React renders here.
    const { documentElement: root } = document;
    if (root.lang.startsWith(locale)) return;
    root.lang = LANGUAGE_TAGS[locale];
    const skipLink = document.querySelector('.skip-link');
    if (skipLink) skipLink.textContent = t('ui.skipToContent');
  }, [t, locale, formatLocale, dispatch]);
}
