import { useEffect, useMemo, useRef, useState } from 'react';
import { number, type Texts } from '#components/ui/texts.ts';
import { type AmountFault, parseAmount } from '#lib/i18n/parse-amount.ts';
import type { CheckoutView } from '#lib/payments/checkout-view.ts';
import { type Failure, saveDonation } from './api.ts';
import { presetAmounts } from './presets.ts';

type Bounds = { min: number; max: number } | null;
/** What is wrong with the amount on the page. `refused`: the gateway does not take it. */
export type AmountProblem = AmountFault | 'refused' | Failure;

/** Keys move through the choices, fingers through the digits: the server hears of an amount once they rest. */
const REST_MS = { choice: 400, typing: 1_200 };

/**
 * The donor's amount: chosen or typed on the page, then written to the link. `saved` is what the server has, and so what
 * would be charged; the page never takes its own idea of the amount for that.
 */
export function useAmount(view: CheckoutView, texts: Texts, bounds: Bounds) {
  const presets = useMemo(() => presetAmounts(view.link.amount, bounds), [view.link.amount, bounds]);
  const startsTyped = !presets.includes(view.amountToPay);
  const [choice, setChoice] = useState<number | 'other'>(startsTyped ? 'other' : view.amountToPay);
  const [text, setText] = useState(startsTyped ? number(texts, view.amountToPay) : '');
  const [problem, setProblem] = useState<AmountProblem | null>(null);
  const { saved, isSaving, save, adopt } = useSavedAmount(view, texts.locale);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const parse = (picked: number | 'other', typed: string): ReturnType<typeof parseAmount> =>
    picked === 'other' ? parseAmount(typed, texts.formatLocale) : { ok: true, amount: picked };
  const read = (picked: number | 'other', typed: string) => withinBounds(parse(picked, typed), bounds);
  const draft = read(choice, text);
  /** An amount that was understood and that the method does not take; null where there is none. */
  const parsed = parse(choice, text);
  const beyond = parsed.ok && !draft.ok ? parsed.amount : null;

  /** Writes the amount now; false, with the problem shown, when there is none to write or it did not arrive. */
  async function settle(picked = choice, typed = text): Promise<boolean> {
    clearTimeout(timer.current);
    const wanted = read(picked, typed);
    if (!wanted.ok) {
      setProblem(wanted.fault);
      return false;
    }
    const failure = await save(wanted.amount);
    setProblem(failure);
    return failure === null;
  }

  function change(picked: number | 'other', typed: string): void {
    setChoice(picked);
    setText(typed);
    setProblem(null);
    clearTimeout(timer.current);
    if (!read(picked, typed).ok) return;
    timer.current = setTimeout(
      () => settle(picked, typed),
      picked === 'other' ? REST_MS.typing : REST_MS.choice,
    );
  }

  /** Takes over the amount that the server says is asked for, whatever stands on the page. */
  function take(amount: number): void {
    clearTimeout(timer.current);
    adopt(amount);
    setProblem(null);
    setChoice(presets.includes(amount) ? amount : 'other');
    setText(presets.includes(amount) ? '' : number(texts, amount));
  }

  return { presets, choice, text, draft, beyond, saved, isSaving, problem, setProblem, change, settle, take };
}

/** The amount as the server has it. Requests go one after the other; the last wish wins. */
function useSavedAmount(view: CheckoutView, locale: string) {
  const [saved, setSaved] = useState(view.amountToPay);
  const [isSaving, setIsSaving] = useState(false);
  const known = useRef(view.amountToPay);
  const wanted = useRef(view.amountToPay);
  const running = useRef<Promise<Failure | null> | null>(null);

  async function run(): Promise<Failure | null> {
    while (wanted.current !== known.current) {
      const target = wanted.current;
      const answer = await saveDonation(view.link.id, { amount: target, locale });
      if (!answer.ok) {
        wanted.current = known.current;
        return answer.failure;
      }
      known.current = answer.value.amount;
      if (wanted.current === target) wanted.current = answer.value.amount;
    }
    setSaved(known.current);
    return null;
  }

  function save(amount: number): Promise<Failure | null> {
    wanted.current = amount;
    setIsSaving(true);
    running.current ??= run().finally(() => {
      running.current = null;
      setIsSaving(false);
    });
    return running.current;
  }

  function adopt(amount: number): void {
    known.current = amount;
    wanted.current = amount;
    setSaved(amount);
  }

  return { saved, isSaving, save, adopt };
}

function withinBounds(
  parsed: ReturnType<typeof parseAmount>,
  bounds: Bounds,
): ReturnType<typeof parseAmount> {
  if (!parsed.ok || bounds === null) return parsed;
  if (parsed.amount < bounds.min) return { ok: false, fault: 'too_small' };
  return parsed.amount > bounds.max ? { ok: false, fault: 'too_large' } : parsed;
}
