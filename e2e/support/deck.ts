import { expect, type Page } from '@playwright/test';

export type Deck = ReturnType<typeof deckOn>;

/** QA's deck on a page of the checkout: what can be pressed there, and what it tells. */
export function deckOn(page: Page) {
  const deck = page.getByRole('complementary', { name: 'QA deck' });
  const button = (name: string) => deck.getByRole('button', { name, exact: true });

  /** What the trail tells, entry by entry, in its order. */
  const trail = () => deck.getByRole('listitem').getByRole('strong').allInnerTexts();

  /** The answer to what is about to be asked of the emulators. */
  const answered = () =>
    page.waitForResponse(
      (response) =>
        new URL(response.url()).pathname === '/qa' && !!response.request().postData()?.includes('"action"'),
    );

  return {
    deck,
    button,
    trail,
    answered,
    summary: deck.getByText('QA Deck'),
    said: deck.getByRole('status'),
    async open(): Promise<void> {
      await deck.getByText('QA Deck').click();
      await expect(deck.getByRole('listitem').first()).toBeVisible();
    },
    async press(name: string): Promise<void> {
      const answer = answered();
      await button(name).click();
      expect((await answer).status()).toBe(200);
    },
    /** The trail without the webhooks, which come when they come, once it ends like this. */
    async tells(...entries: string[]): Promise<void> {
      const own = async () => (await trail()).filter((entry) => !entry.startsWith('Webhook'));
      await expect.poll(own).toEqual(entries);
    },
  };
}
