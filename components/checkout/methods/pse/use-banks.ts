import { useEffect, useState } from 'react';
import type { CheckoutView, RedirectMethodView } from '#lib/payments/views/checkout-view.ts';
import { fetchBanks } from '../../api.ts';
import { pollDelayMs } from '../../poll.ts';

/** The list of banks, and how to ask for it again. */
export type Banks = {
  /** Empty while the list cannot be read. */
  banks: RedirectMethodView['options'];
  retry: () => void;
  /** The donor has asked for it again, and there is no answer yet. */
  isAsked: boolean;
};

/** The banks that came with the page. Where the list could not be read, it is asked for again, ever more rarely. */
export function useBanks({ redirects, country }: CheckoutView): Banks {
  const [banks, setBanks] = useState(() => redirects.find(({ method }) => method === 'bank_transfer')?.options ?? []);
  const [tries, setTries] = useState({ count: 0, delayMs: pollDelayMs(3), isAsked: false });
  const retry = () => setTries(({ count }) => ({ count: count + 1, delayMs: 0, isAsked: true }));
  const isMissing = banks.length === 0;
  useEffect(() => {
    if (!isMissing) return;
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const list = await fetchBanks(country);
      if (!isCurrent) return;
      setBanks(list);
      setTries(({ count }) => ({ count: count + 1, delayMs: pollDelayMs(count + 3), isAsked: false }));
    }, tries.delayMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [isMissing, tries, country]);
  return { banks, retry, isAsked: tries.isAsked };
}
