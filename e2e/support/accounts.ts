import { randomUUID } from 'node:crypto';
import type { Instance } from '#testing/instance.ts';

/** An address that nobody else has. Sign-ins of one account are limited, so each journey signs in to accounts of its own. */
export const newAddress = () => `${randomUUID()}@example.org`;

/** The owner of a cause that is created over the API, which creates the account too. */
export const newOwner = (name = 'Ana Owner') => ({ email: newAddress(), name });

/** Creates an account. Returns its address. */
export async function newAccount(
  instance: Instance,
  name: string,
  role: 'creator' | 'staff' = 'creator',
): Promise<string> {
  const email = newAddress();
  await instance.operate('account', 'create', { email, name, role });
  return email;
}

export const STAFF_NAME = 'Sofía Staff';

/** Creates an account with the role of staff. Returns its address. */
export const newStaff = (instance: Instance, name = STAFF_NAME) => newAccount(instance, name, 'staff');
