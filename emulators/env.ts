import { z } from 'zod';

const PORT = 'must be a whole number from 0 to 65535';
const port = z
  .string(PORT)
  .regex(/^\d+$/, PORT)
  .transform(Number)
  .refine((value) => value <= 65_535, PORT);
const secret = z.string().min(1);

const schema = z.object({
  EMULATOR_PORT: port,
  EMULATOR_SMTP_PORT: port.default(0),
  EMULATOR_DATA_DIR: z.string().min(1).optional(),
  EMULATORS: z.enum(['on', 'off'], 'must be on or off').optional(),
  PUBLIC_BASE_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address such as http://localhost:3000' })
    .transform((url) => url.replace(/\/+$/, ''))
    .default('http://localhost:3000'),
  STRIPE_WEBHOOK_SECRET: secret.default('whsec_emulator'),
  EMULATOR_STRIPE_EVENTS: z
    .string()
    .regex(
      /^[a-z_.]+(,[a-z_.]+)*$/,
      'must be types of events separated by commas, such as charge.refunded,refund.failed',
    )
    .transform((list) => list.split(','))
    .optional(),
  MERCADO_PAGO_CO_ACCESS_TOKEN: secret.default('TEST-emulator-co'),
  MERCADO_PAGO_CO_WEBHOOK_SECRET: secret.default('emulator-secret-co'),
  MERCADO_PAGO_MX_ACCESS_TOKEN: secret.default('TEST-emulator-mx'),
  MERCADO_PAGO_MX_WEBHOOK_SECRET: secret.default('emulator-secret-mx'),
});

/** The settings of the emulators. */
export type EmulatorSettings = {
  port: number;
  smtpPort: number;
  dataDir: string | undefined;
  appUrl: string;
  stripeWebhookSecret: string;
  /** The types of events that endpoints subscribe to by default; all if undefined. */
  stripeWebhookEvents: readonly string[] | undefined;
  mercadoPago: Record<'co' | 'mx', { accessToken: string; webhookSecret: string }>;
};

/** The environment does not allow a start; the message explains why to a person. */
export class SettingsError extends Error {}

/**
 * Reads the environment; nothing else in this folder does. Empty variables count as unset. Throws SettingsError naming
 * every bad variable at once, or when the application is not on this machine and `EMULATORS=on` is not set: a public site
 * must not accept emulated payments by accident.
 */
export function readSettings(environment: Record<string, string | undefined> = process.env): EmulatorSettings {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')} ${issue.message}.`);
    throw new SettingsError(`The emulators cannot start with this environment:\n${lines.join('\n')}`);
  }
  const values = parsed.data;
  if (!isLoopback(new URL(values.PUBLIC_BASE_URL).hostname) && values.EMULATORS !== 'on') {
    throw new SettingsError(
      `The gateway emulators take no real payments, and PUBLIC_BASE_URL (${values.PUBLIC_BASE_URL}) is not on ` +
        'this machine. Set real gateway keys, or EMULATORS=on if this deployment is meant to be a simulation.',
    );
  }
  return {
    port: values.EMULATOR_PORT,
    smtpPort: values.EMULATOR_SMTP_PORT,
    dataDir: values.EMULATOR_DATA_DIR,
    appUrl: values.PUBLIC_BASE_URL,
    stripeWebhookSecret: values.STRIPE_WEBHOOK_SECRET,
    stripeWebhookEvents: values.EMULATOR_STRIPE_EVENTS,
    mercadoPago: {
      co: {
        accessToken: values.MERCADO_PAGO_CO_ACCESS_TOKEN,
        webhookSecret: values.MERCADO_PAGO_CO_WEBHOOK_SECRET,
      },
      mx: {
        accessToken: values.MERCADO_PAGO_MX_ACCESS_TOKEN,
        webhookSecret: values.MERCADO_PAGO_MX_WEBHOOK_SECRET,
      },
    },
  };
}

/** Whether a host name can only mean this machine. */
export function isLoopback(hostname: string): boolean {
  const name = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  return name === 'localhost' || name.endsWith('.localhost') || name === '::1' || /^127(\.\d+){3}$/.test(name);
}
