import { z } from 'zod';
import { ControlError, parseControlInput } from './control-input.ts';
import type { Failures } from './failures.ts';
import type { WebhookChannel } from './webhooks/channel.ts';
import { deliveryRuleInput } from './webhooks/delivery-rules.ts';

/** A control action: it checks its input and answers plain data. Throws ControlError. */
type Action = (input: unknown) => unknown;

/**
 * The control of one emulator.
 * @param Refusal the gateway's own error: when an action throws it, control answers with its message.
 */
export function createActions(
  actions: Record<string, Action>,
  Refusal = ControlError as new (
    ...given: never[]
  ) => Error,
) {
  return async (name: string, input: unknown): Promise<unknown> => {
    const run = Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (run === undefined) {
      throw new ControlError(`Unknown action ${name}. Known: ${Object.keys(actions).join(', ')}.`);
    }
    try {
      return await run(input);
    } catch (cause) {
      if (cause instanceof Refusal) throw new ControlError(cause.message);
      throw cause;
    }
  };
}

const nothing = z.strictObject({});
const reference = z.string().min(1);
const aboutOne = z.strictObject({ reference });
const outage = z.strictObject({ reference: reference.optional() });

/** The actions of every gateway: failures of its calls, held calls, and how its webhooks misbehave. */
export function gatewayActions(failures: Failures, channel: WebhookChannel): Record<string, Action> {
  return {
    fail: (input) => failures.add(input),
    gateway_down: (input) => failures.add({ kind: 'down', ...parseControlInput(outage, input) }),
    gateway_up: (input) => failures.clear(parseControlInput(outage, input).reference),
    held(input) {
      parseControlInput(nothing, input);
      return failures.held();
    },
    release(input) {
      parseControlInput(nothing, input);
      return { released: failures.release() };
    },
    webhooks: (input) => channel.control(input),
    webhooks_about(input) {
      const { reference: about, ...rule } = parseControlInput(deliveryRuleInput, input);
      return channel.setDeliveryRule(about, rule);
    },
    release_webhooks: (input) => ({
      released: channel.releaseHeld(parseControlInput(aboutOne, input).reference),
    }),
    deliveries: () => channel.deliveries(),
    async idle() {
      await channel.idle();
      return {};
    },
  };
}
