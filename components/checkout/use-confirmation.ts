import { useEffect, useRef, useState } from 'react';
import type { ConfirmationView, LinkStanding } from '#lib/payments/checkout-view.ts';
import { askConfirmation } from './api.ts';
import { pollConfirmation, type Sighting } from './poll-confirmation.ts';

/** Asks the server where the link stands until it is settled; answers with the latest it knows meanwhile. */
export function useConfirmation(
  ref: string,
  onSettled: (view: ConfirmationView) => void,
  before: LinkStanding,
): Sighting {
  const [latest, setLatest] = useState<Sighting>({ kind: 'waiting', asked: 0, standing: before });
  const known = useRef(before);
  useEffect(() => {
    const stop = new AbortController();
    const tell = (sighting: Sighting) => {
      if (sighting.kind === 'settled') return onSettled(sighting.view);
      known.current = sighting.standing;
      setLatest(sighting);
    };
    const ask = () => askConfirmation(ref);
    pollConfirmation({ ask, tell, signal: stop.signal, standing: known.current });
    return () => stop.abort();
  }, [ref, onSettled]);
  return latest;
}
