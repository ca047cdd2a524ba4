import { CardMethod } from './card.tsx';
import type { MethodForm } from './method.ts';

/** Paying by card: the processor's form asks for the card alone. */
export const card: MethodForm = { Form: CardMethod, asksName: false, needsEmail: false };
