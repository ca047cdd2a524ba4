import { type GiftForm, mintGift } from '#lib/checkout-links/give.ts';
import { type FormPost, formPost } from '#lib/http/form-post.ts';
import { countCall } from '#lib/http/rate-limit.ts';
import { isProblem } from '#lib/problems/problem.ts';

/** Giving from the page of a cause: mints a link and leads to its checkout, or back to the page with what was wrong. */
export const POST = formPost(async (post) => {
  const { params, fields, locale, now } = post;
  const slug = params.slug ?? '';
  const form: GiftForm = { choice: textOf(fields.choice), amount: textOf(fields.amount), locale };
  const back = (gift: string) => {
    const isTyped = form.choice === 'other';
    const amount = isTyped ? { amount: form.amount.slice(0, 30) } : {};
    const query = new URLSearchParams({ lang: locale, gift, ...amount });
    // What was typed takes the focus, which browsers give to nothing where an address names a place of the page.
    return { to: `/c/${encodeURIComponent(slug)}?${query}${isTyped ? '' : '#give'}` };
  };
  if (!(await withinLimits(post, slug))) return back('too_many');
  // People never see this field.
  if (textOf(fields.message_subject) !== '') return back('refused');
  const gift = await mintGift(slug, form, now);
  if (gift.kind === 'refused') return back(gift.fault);
  if (gift.kind === 'missing') return { to: `/c/${encodeURIComponent(slug)}` };
  return { to: `/checkout?${new URLSearchParams({ ref: gift.linkId, lang: locale })}` };
});

/** Whether the address, and then everyone on this cause, may mint one link more. */
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
