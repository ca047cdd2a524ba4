import { randomUUID } from 'node:crypto';
import { COUNTRY_CODES } from '#lib/countries.ts';
import { CURRENCIES } from '#lib/currencies.ts';
import { db } from '#lib/db.ts';
import { env } from '#lib/env.ts';
import { SERVICE_CLIENT_ID } from '#lib/service-client.ts';
import type { NewCauseView } from './cause-view.ts';
import { loadDashboardPage, type Query } from './dashboard-page.ts';
import { causesOf } from './own-payments.ts';
import type { PageView } from './page-view.ts';

/** The form that creates a cause. Country and currency are those of the creator's latest one, as far as there is one. */
export async function loadNewCause(query: Query): Promise<{ page: PageView; view: NewCauseView }> {
  const { actor, page } = await loadDashboardPage('/dashboard/causes/new', query, 'creator');
  const [[latest], service] = await Promise.all([
    causesOf(actor.id),
    db().client.findUniqueOrThrow({ where: { id: SERVICE_CLIENT_ID } }),
  ]);
  const view = {
    once: randomUUID(),
    countries: COUNTRY_CODES,
    // BRB is no longer money: nothing can collect it (ruling 27).
    currencies: CURRENCIES.filter((currency) => currency !== 'BRB'),
    usual: {
      country: (latest?.country ?? page.place ?? '').toUpperCase(),
      currency: latest?.currency ?? '',
    },
    feePercent: service.feePercent.toNumber(),
    bearsCosts: service.feeModel === 'plus_gateway_costs',
    termsUrl: env().about.termsUrl ?? null,
  };
  return { page, view };
}
