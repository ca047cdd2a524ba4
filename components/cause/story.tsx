import { Paragraphs } from '#components/ui/paragraphs.tsx';
import type { Texts } from '#components/ui/texts.ts';
import type { CausePageView, PictureView } from '#lib/causes/page-view.ts';

type Props = { texts: Texts; page: CausePageView };

/** The story of a cause with its pictures, and what the money is for. Nothing where the creator wrote nothing. */
export function Story({ texts: { t }, page: { story, useOfFunds, pictures } }: Props) {
  return (
    <>
      {(story !== '' || pictures.length > 0) && (
        <section aria-labelledby="story">
          <h2 id="story">{t('cause.story')}</h2>
          {story !== '' && <Paragraphs text={story} />}
          {pictures.length > 0 && <Gallery pictures={pictures} />}
        </section>
      )}
      {useOfFunds !== '' && (
        <section aria-labelledby="use">
          <h2 id="use">{t('cause.useOfFunds')}</h2>
          <Paragraphs text={useOfFunds} />
        </section>
      )}
    </>
  );
}

/** How wide a picture is on the page: half a column on a wide screen, the whole of a phone. */
const SIZES = '(min-width: 60rem) 20rem, (min-width: 40rem) 45vw, 90vw';

function Gallery({ pictures }: { pictures: PictureView[] }) {
  return (
    <ul className="cause-pictures">
      {pictures.map(({ id, alt, small, large }) => (
        <li key={id}>
          <a href={large.path}>
            {/* biome-ignore lint/performance/noImgElement: two sizes are made when it is uploaded. */}
            <img
              src={small.path}
              srcSet={`${small.path} ${small.width}w, ${large.path} ${large.width}w`}
              sizes={SIZES}
              width={small.width}
              height={small.height}
              alt={alt}
              loading="lazy"
              decoding="async"
            />
          </a>
        </li>
      ))}
    </ul>
  );
}
