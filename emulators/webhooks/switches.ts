import { z } from 'zod';
import { parseControlInput } from '#emulators/control-input.ts';

/** Misbehaviour of outgoing webhooks; in force until changed or reset. */
export type WebhookSwitches = {
  /** How many of the next messages are never sent (`true` in a control call: all). */
  drop: number | 'all';
  /** How often each message is sent; 1 is normal. */
  times: number;
  /** Milliseconds (virtual time) between the event and its first delivery. */
  delayMs: number;
  /** Messages are collected in groups of this size and sent last first; 0 and 1 are normal. */
  reorder: number;
  /** The signature variant of the gateway's signer: `valid`, `wrong_secret`, `old_timestamp`, … */
  signature: string;
};

/** Every message once, at once, in order, correctly signed. */
export function normalSwitches(): WebhookSwitches {
  return { drop: 0, times: 1, delayMs: 0, reorder: 0, signature: 'valid' };
}

const input = z.strictObject({
  drop: z.union([z.boolean(), z.int().min(0)]).optional(),
  times: z.int().min(1).max(50).optional(),
  delayMs: z.int().min(0).optional(),
  reorder: z.int().min(0).max(50).optional(),
});

/**
 * Applies a control call to the current switches; missing ones stay. Throws ControlError naming the bad field.
 * @param signatures the variants that the gateway's signer knows
 */
export function parseSwitches(body: unknown, current: WebhookSwitches, signatures: readonly string[]): WebhookSwitches {
  const known = input.extend({ signature: z.enum(signatures).optional() });
  const { drop, ...rest } = parseControlInput(known, body);
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  const dropped = drop === true ? 'all' : drop === false ? 0 : (drop ?? current.drop);
  return { ...current, ...given, drop: dropped };
}
