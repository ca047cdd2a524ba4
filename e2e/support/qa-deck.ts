import { expect, type Page } from '@playwright/test';

export type Deck = ReturnType<typeof deckOn>;

/** The QA deck on a page of the checkout. */
export function deckOn(page: Page) {
  const deck = page.getByRole('complementary', { name: 'QA deck' });
  const button = (name: string) => deck.getByRole('button', { name, exact: true });

  /** The entries of the trail, in order. */
  const trail = () => deck.getByRole('listitem').getByRole('strong').allInnerTexts();

  /** Waits for the response to the next action. */
  const answered = () =>
    page.waitForResponse(
      (response) => new URL(response.url()).pathname === '/qa' && !!response.request().postData()?.includes('"action"'),
    );

  return {
    deck,
    button,
    trail,
    answered,
    summary: deck.getByText('QA Deck'),
    result: deck.getByRole('status'),
    async open(): Promise<void> {
      await deck.getByText('QA Deck').click();
      await expect(deck.getByRole('listitem').first()).toBeVisible();
    },
    async press(name: string): Promise<void> {
      const answer = answered();
      await button(name).click();
      expect((await answer).status()).toBe(200);
    },
    /** Waits until the trail consists of these entries. Webhooks are left out, because their order varies. */
    async tells(...entries: string[]): Promise<void> {
      const own = async () => (await trail()).filter((entry) => !entry.startsWith('Webhook'));
      await expect.poll(own).toEqual(entries);
    },
  };
}
