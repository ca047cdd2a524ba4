import { CreatorPage } from '#components/dashboard/staff/creator-page.tsx';
import { findCreatorDetail } from '#lib/dashboard/staff/creators.ts';
import { staffDetailPage } from '#lib/dashboard/staff-page.ts';

/** A creator's account. */
export default staffDetailPage(
  'creators',
  (id, { actor, now }) => findCreatorDetail(actor, id, now),
  (found, page) => <CreatorPage page={page} creator={found} />,
);
