import { MessagesPage } from '#components/dashboard/cause/messages-page.tsx';
import { loadMessages } from '#lib/dashboard/cause-story.ts';
import type { Query } from '#lib/dashboard/dashboard-page.ts';

type Props = { params: Promise<{ key: string }>; searchParams: Promise<Query> };

/** The messages of the donors of a cause, which can be hidden. */
export default async function Page({ params, searchParams }: Props) {
  const { key } = await params;
  return <MessagesPage {...(await loadMessages(decodeURIComponent(key), await searchParams))} />;
}
