import { expect, type Page } from '@playwright/test';
import type { Mail, Mailbox } from '#sdk/src/testing/mailbox.ts';

/** Somebody who signs in to the dashboard. Language and theme are the browser's. */
export type Visitor = ReturnType<typeof visitorAt>;

/** What a visitor does on the sign-in pages, by their visible texts. */
export function visitorAt(page: Page, mailbox: Mailbox, baseUrl: string) {
  const email = page.getByRole('textbox', { name: /^(Email|Correo electrónico|E-mail)$/ });
  const code = page.getByRole('textbox', { name: /^(Code|Código)$/ });
  const enter = page.getByRole('button', { name: /^(Sign in|Iniciar sesión|Entrar)$/ });
  const signOut = page.getByRole('button', { name: /^(Sign out|Cerrar sesión|Sair)$/ });
  const isSignIn = ({ text }: Mail) => /\/sign-in\/link\?/.test(text);
  const count = async (address: string) => (await mailbox.to(address)).filter(isSignIn).length;

  /** Requests a code and waits for its mail. */
  async function ask(address: string): Promise<{ code: string; link: string }> {
    const before = await count(address);
    // A key that is pressed while a page takes another's place can still go to the earlier one.
    await page.waitForLoadState();
    await email.fill(address);
    await page.keyboard.press('Enter');
    await expect(code).toBeFocused();
    await expect.poll(() => count(address)).toBe(before + 1);
    // The newest mail is first.
    const mail = (await mailbox.to(address)).find(isSignIn);
    const digits = /\d{4} \d{4}/.exec(mail?.subject ?? '')?.[0] ?? '';
    return { code: digits, link: /http\S+\/sign-in\/link\?token=\S+/.exec(mail?.text ?? '')?.[0] ?? '' };
  }

  async function type(digits: string): Promise<void> {
    await code.fill(digits);
    await enter.click();
  }

  return {
    email,
    code,
    enter,
    ask,
    type,
    /** The page's error. */
    alert: page.getByRole('main').getByRole('alert'),
    heading: page.getByRole('heading', { level: 1 }),
    signOut,
    open: (path: string) => page.goto(baseUrl + path),
    /** Signs out, and waits until that is done. */
    async leave(): Promise<void> {
      await signOut.click();
      await expect(page).toHaveURL(/\/sign-in\?signed-out=1/);
    },
    /** Signs in completely, from a page of the dashboard back to it. */
    async signIn(address: string, path = '/dashboard'): Promise<void> {
      await page.goto(baseUrl + path);
      const { code: digits } = await ask(address);
      await type(digits);
      await expect(page).toHaveURL(baseUrl + path);
    },
  };
}
