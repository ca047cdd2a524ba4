import { z } from 'zod';
import { FEE_MODELS } from '#lib/causes/fees.ts';
import { type ClientChange, createClient, updateClient } from '#lib/clients/client.ts';
import { clientTexts } from '#lib/clients/client-input.ts';
import { approveTerms, auditDataOf, rejectTerms, requestTerms } from '#lib/clients/terms.ts';
import type { Tx } from '#lib/db.ts';
import { toOneLine } from '#lib/fields.ts';
import { typedAddress } from '#lib/i18n/typed-address.ts';
import { lockClient } from '#lib/locks.ts';
import { DomainError } from '#lib/problems/domain-error.ts';
import { dashboardAction, NO_RESOURCE, REASON } from '../action.ts';
import type { FormErrorCode } from '../page-view.ts';
import { clientBase } from '../staff/clients.ts';

/** A field with a domain rule, and the form error if it is broken. */
function ruled<Output>(rule: z.ZodType<Output, string>, code: FormErrorCode) {
  return z
    .string()
    .trim()
    .refine((value) => rule.safeParse(value).success, code)
    .transform((value) => rule.parse(value));
}

/** An optional field: null if empty. */
function orNothing<Output>(rule: z.ZodType<Output, string>, code: FormErrorCode) {
  return z
    .string()
    .trim()
    .refine((value) => value === '' || rule.safeParse(value).success, code)
    .transform((value) => (value === '' ? null : rule.parse(value)));
}

/** An optional address of mail, typed or pasted: null if empty. */
function emailOrNothing(rule: z.ZodType<string, string>) {
  return z.string().transform(typedAddress).pipe(orNothing(rule, 'email'));
}

/** An optional line of text, typed or pasted: null if empty. The error of one that is too long names the limit. */
function lineOrNothing(rule: z.ZodType<string, string>) {
  return z
    .string()
    .transform((value) => toOneLine(value) || null)
    .pipe(rule.nullable());
}

const clientForm = z.object({
  name: z.string().transform(toOneLine).pipe(z.string().min(1).max(120)).pipe(clientTexts.name),
  fee_percent: ruled(clientTexts.feePercent, 'feePercent'),
  fee_model: z.enum(FEE_MODELS, 'invalid'),
  accent_color: orNothing(clientTexts.accentColor, 'colour'),
  display_name: lineOrNothing(clientTexts.displayName),
  logo_url: orNothing(clientTexts.logoUrl, 'httpsUrl'),
  contact_email: emailOrNothing(clientTexts.contactEmail),
  legal_name: lineOrNothing(clientTexts.legalName),
  terms_url: orNothing(clientTexts.termsUrl, 'httpsUrl'),
  privacy_url: orNothing(clientTexts.privacyUrl, 'httpsUrl'),
  support_email: emailOrNothing(clientTexts.supportEmail),
  tax_id: lineOrNothing(clientTexts.taxId),
  deductible: orNothing(clientTexts.deductible, 'invalid'),
  deductible_note: lineOrNothing(clientTexts.deductibleNote),
});

function changeOf(form: z.output<typeof clientForm>) {
  const { name, fee_percent, fee_model, accent_color, display_name, logo_url, contact_email } = form;
  const { legal_name, terms_url, privacy_url, support_email, tax_id, deductible, deductible_note } = form;
  return {
    name,
    feePercent: fee_percent,
    feeModel: fee_model,
    accentColor: accent_color,
    displayName: display_name,
    logoUrl: logo_url,
    contactEmail: contact_email,
    legalName: legal_name,
    supportEmail: support_email,
    termsUrl: terms_url,
    privacyUrl: privacy_url,
    taxId: tax_id,
    deductible,
    deductibleNote: deductible_note,
  } satisfies ClientChange;
}

/** Creates a client, and redirects to its page. */
export const createClientAction = dashboardAction({
  name: 'client.create',
  creates: true,
  input: clientForm,
  find: NO_RESOURCE,
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

/** Changes the agreement and branding of a client, unless somebody else has since the form was filled in. */
export const editClientAction = dashboardAction({
  name: 'client.update',
  auditedBy: 'domain',
  input: clientForm.extend({ base: z.string() }),
  find: async (tx, { id }) => {
    if (typeof id !== 'string') return null;
    await lockClient(tx, id);
    const client = await tx.client.findUnique({ where: { id } });
    return client && { client };
  },
  act: async (tx, { actor, input, resource: { client }, now }) => {
    if (input.base !== clientBase(client)) throw new DomainError('client_changed');
    const { feePercent, feeModel, contactEmail, ...rest } = changeOf(input);
    const asked = await requestTerms(tx, client, { feePercent, feeModel, contactEmail }, actor.id, now);
    await updateClient(tx, client.id, rest, actor.id, asked ? { terms: auditDataOf(asked) } : {});
    if (asked === null) return { notice: 'saved' };
    return { notice: asked.decidedAt === null ? 'termsAwait' : 'termsApproved' };
  },
});

async function findTermsChange(tx: Tx, { id }: Record<string, unknown>) {
  if (typeof id !== 'string') return null;
  const found = await tx.termsChange.findUnique({ where: { id }, select: { id: true, requestedBy: true } });
  return found && { id: found.id, parties: { asked: found.requestedBy } };
}

/** Approves other terms of a client that another member of staff asked for. */
export const approveTermsAction = dashboardAction({
  name: 'client_terms.approve',
  input: z.object({}),
  find: findTermsChange,
  auditedBy: 'domain',
  act: async (tx, { actor, resource: { id }, now }) => {
    await approveTerms(tx, id, actor.id, now);
    return { notice: 'termsApproved' };
  },
});

/** Rejects such terms, or stops a new contact that has not taken effect. */
export const rejectTermsAction = dashboardAction({
  name: 'client_terms.reject',
  input: z.object({ reason: REASON }),
  find: findTermsChange,
  auditedBy: 'domain',
  act: async (tx, { actor, input: { reason }, resource: { id }, now }) => {
    await rejectTerms(tx, id, actor.id, reason, now);
    return { notice: 'termsEnded' };
  },
});
