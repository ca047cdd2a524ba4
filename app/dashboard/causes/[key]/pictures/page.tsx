import { PicturesPage } from '#components/dashboard/cause/pictures-page.tsx';
import { loadPictures } from '#lib/dashboard/cause-story.ts';
import type { Query } from '#lib/dashboard/dashboard-page.ts';

type Props = { params: Promise<{ key: string }>; searchParams: Promise<Query> };

/** The pictures on the page of a cause, and the form that adds one. */
export default async function Page({ params, searchParams }: Props) {
  const { key } = await params;
  return <PicturesPage {...(await loadPictures(decodeURIComponent(key), await searchParams))} />;
}
