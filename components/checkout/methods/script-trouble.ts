import { isOffline } from '../failure-text.ts';

/**
 * Why the processor's form is not there. `blocked`: something between this browser and the processor lets nothing through.
 * `broken`: the processor answers, and what it sends does not work. `offline`: nobody can be reached from here.
 */
export type ScriptTrouble = 'blocked' | 'broken' | 'offline';

/** Something small of our own, to see whether we can be reached at all. */
const OWN_FILE = '/favicon.svg';
/** A question that has no answer by then counts as not answered. */
const PATIENCE_MS = 8_000;

/**
 * Finds out why a script could not be loaded. Its `error` event is the same for a request that an extension stopped, a
 * network that filters, a server that is down and one that answers 500; so its address is asked for once more, and then
 * our own. What is known afterwards: whether *any* answer comes from there (its status is hidden from us), and whether
 * one comes from here. An address that gives no answer, beside a server of ours that has just got an intent from the same
 * company, is one that this browser or its network keeps away. Not known, and so not said: which extension or filter it is.
 * One that stops scripts alone, and not our question, looks like `broken`; the words for that are true of it as well.
 */
export async function diagnose(address: string): Promise<ScriptTrouble> {
  if (isOffline()) return 'offline';
  if (await answers(address)) return 'broken';
  return (await answers(OWN_FILE)) && !isOffline() ? 'blocked' : 'offline';
}

async function answers(address: string): Promise<boolean> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), PATIENCE_MS);
  try {
    await fetch(address, {
      mode: 'no-cors',
      cache: 'no-store',
      credentials: 'omit',
      signal: abort.signal,
    });
    return true;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
