import { LinksPage } from '#components/dashboard/staff/links-page.tsx';
import { listLinks } from '#lib/dashboard/staff/links.ts';
import { staffPage } from '#lib/dashboard/staff-page.ts';

/** Checkout links. */
export default staffPage('/dashboard/staff/links', async ({ page, query, now }) => (
  <LinksPage page={page} links={await listLinks(query, now)} />
));
