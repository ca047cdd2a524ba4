import { NotFoundPage } from '#components/ui/not-found-page.tsx';

/** For an address without a page. */
export default NotFoundPage;
