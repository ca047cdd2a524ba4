import { z } from 'zod';
import { FEE_MODELS } from '#lib/causes/fees.ts';
import { type ClientChange, createClient, updateClient } from '#lib/clients/client.ts';
import { clientTexts } from '#lib/clients/client-input.ts';
import { ACTOR_ALONE, dashboardAction, refuse } from '../action.ts';
import type { FaultCode } from '../page-view.ts';
import { clientBase } from '../staff/clients.ts';

/** The rule of the domain, and what is said at the field when it does not hold. */
function ruled<Output>(rule: z.ZodType<Output, string>, code: FaultCode) {
  return z
    .string()
    .trim()
    .refine((value) => rule.safeParse(value).success, code)
    .transform((value) => rule.parse(value));
}

/** A field that may stay empty: null then. */
function orNothing<Output>(rule: z.ZodType<Output, string>, code: FaultCode) {
  return z
    .string()
    .trim()
    .refine((value) => value === '' || rule.safeParse(value).success, code)
    .transform((value) => (value === '' ? null : rule.parse(value)));
}

const clientForm = z.object({
  name: z.string().trim().pipe(z.string().min(1).max(120)).pipe(clientTexts.name),
  fee_percent: ruled(clientTexts.feePercent, 'feePercent'),
  fee_model: z.enum(FEE_MODELS, 'invalid'),
  accent_color: orNothing(clientTexts.accentColor, 'colour'),
  display_name: orNothing(clientTexts.displayName, 'invalid'),
  logo_url: orNothing(clientTexts.logoUrl, 'httpsUrl'),
  contact_email: orNothing(clientTexts.contactEmail, 'email'),
});

function changeOf(form: z.output<typeof clientForm>): ClientChange & { name: string } {
  const { name, fee_percent, fee_model, accent_color, display_name, logo_url, contact_email } = form;
  return {
    ...{ name, feePercent: fee_percent, feeModel: fee_model },
    ...{ accentColor: accent_color, displayName: display_name, logoUrl: logo_url },
    contactEmail: contact_email,
  };
}

/** Makes a client, and leads to its page. */
export const createClientAction = dashboardAction({
  name: 'client.create',
  input: clientForm,
  find: ACTOR_ALONE,
  act: async (tx, { input }) => {
    const change = changeOf(input);
    const { id } = await createClient(tx, change);
    return {
      to: `/dashboard/staff/clients/${id}`,
      notice: 'clientCreated',
      audit: { subject: id, data: change },
    };
  },
});

/** Changes the agreement and the look of a client, unless somebody else has since the form was filled in. */
export const editClientAction = dashboardAction({
  name: 'client.edit',
  input: clientForm.extend({ base: z.string() }),
  find: async (tx, { id }) => {
    if (typeof id !== 'string') return null;
    await tx.$queryRaw`SELECT 1 FROM clients WHERE id = ${id} FOR UPDATE`;
    const client = await tx.client.findUnique({ where: { id } });
    return client && { client };
  },
  act: async (tx, { input, resource: { client } }) => {
    if (input.base !== clientBase(client)) refuse('clientChanged');
    const change = changeOf(input);
    await updateClient(tx, client.id, change);
    return { notice: 'saved', audit: { subject: client.id, data: change } };
  },
});
