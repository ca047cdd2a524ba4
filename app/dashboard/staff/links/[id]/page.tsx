import { LinkPage } from '#components/dashboard/staff/link-page.tsx';
import { findLinkDetail } from '#lib/dashboard/staff/links.ts';
import { staffDetailPage } from '#lib/dashboard/staff-page.ts';

/** A checkout link and its history. */
export default staffDetailPage(
  'links',
  (id, { now }) => findLinkDetail(id, now),
  (found, page) => <LinkPage page={page} link={found} />,
);
