import { roleOn } from '#lib/causes/lock-cause.ts';
import { listMessages } from '#lib/causes/messages.ts';
import { listPictures, MAX_PICTURES } from '#lib/causes/pictures.ts';
import { rulesOf } from '#lib/causes/states.ts';
import { findUpdate, listUpdates } from '#lib/causes/updates.ts';
import { db } from '#lib/db.ts';
import { readCursor } from '#lib/keyset.ts';
import type { Cause } from '#prisma/generated/client.ts';
import type { CauseMessagesView, CausePicturesView, CauseUpdatesView } from './cause-view.ts';
import type { Query } from './dashboard-page.ts';
import { loadVisibleCause } from './own-cause.ts';
import type { PageView } from './page-view.ts';

/** Updates on one page of the dashboard. */
const PAGE_SIZE = 10;

/** The page on which the updates of a cause are written. `?edit=` names the update to edit. */
export async function loadUpdates(key: string, query: Query): Promise<{ page: PageView; view: CauseUpdatesView }> {
  const { page, cause, head } = await loadVisibleCause(key, '/updates', query);
  const { edit, after } = page.query;
  const [{ rows, after: next }, edited] = await Promise.all([
    listUpdates(cause.key, readCursor(after), PAGE_SIZE),
    edit === undefined ? null : findUpdate(cause.key, edit),
  ]);
  const mayEdit = mayChange(page, cause);
  return { page, view: { cause: head, mayEdit, updates: rows, after: next, edited } };
}

/** The page on which the pictures of a cause are added. */
export async function loadPictures(key: string, query: Query): Promise<{ page: PageView; view: CausePicturesView }> {
  const { page, cause, head } = await loadVisibleCause(key, '/pictures', query);
  const pictures = await listPictures(cause.key);
  const hasRoom = pictures.length < MAX_PICTURES;
  return { page, view: { cause: head, mayEdit: mayChange(page, cause), hasRoom, pictures } };
}

/** The page on which the messages of donors are hidden and shown. */
export async function loadMessages(key: string, query: Query): Promise<{ page: PageView; view: CauseMessagesView }> {
  const { page, cause, head } = await loadVisibleCause(key, '/messages', query);
  const { rows, after } = await listMessages(cause.key, readCursor(page.query.after));
  const isOfStaff = (await roleOn(db(), page.viewer, cause)) === 'staff';
  const messages = rows.map(({ hiddenBy, ...message }) => ({
    ...message,
    mayChange: isOfStaff || !message.isHidden || hiddenBy === page.viewer.id,
    mayKeepHidden: isOfStaff && hiddenBy === cause.ownerId,
  }));
  return { page, view: { cause: head, messages, after } };
}

function mayChange({ viewer }: PageView, { state }: Cause): boolean {
  return viewer.role === 'staff' || rulesOf(state).creatorEdits;
}
