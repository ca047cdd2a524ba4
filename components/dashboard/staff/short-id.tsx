import type { PageView } from '#lib/dashboard/page-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { CopyId } from './copy-id.tsx';

/** Longer ids are shortened in the middle, so that both ends can be compared. */
const WHOLE = 14;
const END = 4;

/** An id in a list: shortened for the eye, whole for screen readers, in its tooltip and to copy. */
export function ShortId({ page, id, href }: { page: PageView; id: string; href?: string }) {
  const t = translatorFor(page.locale);
  const text = (
    <>
      <span aria-hidden="true">{shortened(id)}</span>
      <span className="visually-hidden">{id}</span>
    </>
  );
  return (
    <span className="short-id" translate="no">
      {href === undefined ? (
        <span className="code" title={id}>
          {text}
        </span>
      ) : (
        <a className="code" title={id} href={href}>
          {text}
        </a>
      )}
      <CopyId id={id} label={t('lists.copy', { id })} copied={t('lists.copied', { id })} />
    </span>
  );
}

/** `pay_4Kq2…9sLx`: the prefix that says what it is, and some characters of both ends. */
function shortened(id: string): string {
  if (id.length <= WHOLE) return id;
  const prefix = /^[a-z]{2,4}_/.exec(id)?.[0].length ?? 0;
  return `${id.slice(0, prefix + END)}…${id.slice(-END)}`;
}
