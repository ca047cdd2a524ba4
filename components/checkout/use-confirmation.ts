'use client';

import { useEffect, useState } from 'react';
import type { ConfirmationView } from '#lib/payments/checkout-view.ts';
import { askConfirmation } from './api.ts';
import { pollConfirmation, type Sighting } from './poll-confirmation.ts';

/** Asks the server where the link stands until it is settled; answers with the latest it knows meanwhile. */
export function useConfirmation(ref: string, onSettled: (view: ConfirmationView) => void): Sighting {
  const [latest, setLatest] = useState<Sighting>({ kind: 'waiting', asked: 0, waitingFor: null });
  useEffect(() => {
    const stop = new AbortController();
    const tell = (sighting: Sighting) => {
      if (sighting.kind === 'settled') onSettled(sighting.view);
      else setLatest(sighting);
    };
    pollConfirmation({ ask: () => askConfirmation(ref), tell, signal: stop.signal });
    return () => stop.abort();
  }, [ref, onSettled]);
  return latest;
}
