import { type GiftInput, mintGift } from '#lib/checkout-links/give.ts';
import { type FormPost, formPost } from '#lib/http/form-post.ts';
import { countCall } from '#lib/http/rate-limit.ts';
import { readerOf } from '#lib/i18n/reader.ts';
import { offeredBounds } from '#lib/payments/views/offered-bounds.ts';
import { isProblem } from '#lib/problems/problem.ts';

/** Giving from the page of a cause: mints a link and redirects to its checkout, or back to the page with the error. */
export const POST = formPost(async (post) => {
  const { params, fields, headers, locale, now } = post;
  const slug = params.slug ?? '';
  const reader = readerOf(locale, headers.get('accept-language'));
  const form: GiftInput = { choice: textOf(fields.choice), amount: textOf(fields.amount), ...reader };
  const back = (gift: string) => {
    const isTyped = form.choice === 'other';
    const given = isTyped ? { amount: form.amount.slice(0, 30) } : { choice: form.choice.slice(0, 30) };
    const query = new URLSearchParams({ lang: locale, gift, ...given });
    // The first field takes the focus. A fragment in the URL would not focus anything.
    return { to: `/c/${encodeURIComponent(slug)}?${query}${isTyped ? '' : '#give'}` };
  };
  if (!(await withinLimits(post, slug))) return back('too_many');
  // The honeypot.
  if (textOf(fields.message_subject) !== '') return back('refused');
  const gift = await mintGift(slug, form, now, offeredBounds);
  if (gift.kind === 'refused') return back(gift.error);
  if (gift.kind === 'missing') return { to: `/c/${encodeURIComponent(slug)}` };
  return { to: `/checkout?${new URLSearchParams({ ref: gift.linkId, lang: locale })}` };
});

/** Rate limits minting, by the donor's IP address and then by cause. */
async function withinLimits({ address }: FormPost, slug: string): Promise<boolean> {
  try {
    await countCall('gift_address', address);
    await countCall('gift_cause', slug);
    return true;
  } catch (error) {
    if (isProblem(error) && error.code === 'rate_limit_exceeded') return false;
    throw error;
  }
}

function textOf(field: string | string[] | undefined): string {
  return typeof field === 'string' ? field : '';
}
