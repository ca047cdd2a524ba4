import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import { ROLES } from '#lib/accounts/account.ts';
import { db } from '#lib/db.ts';
import { env } from '#lib/env.ts';
import { authCode } from './secret.ts';
import { hasEnded, isFreshAt } from './session.ts';
import { sessionHashOf } from './session-cookie.ts';

/** How long somebody may take to find their device, in milliseconds. */
const TIMEOUT_MS = 300_000;

/** What passkeys may sign with, as COSE numbers it: ES256, EdDSA, RS256. What Node holds to be experimental is not offered. */
export const ALGORITHMS = [-7, -8, -257];

/** Whose passkey is asked for, on the pages of signing in: of a session that waits for it, or of one that lasts. */
export type Asked = NonNullable<Awaited<ReturnType<typeof findAsked>>>;

/**
 * Reads the session of a request for the questions to its holder's passkeys. `isWaiting`: it opens nothing yet, because
 * the code alone does not let its holder in.
 * @returns null where the cookie is of no session, or of one that has ended.
 */
export async function findAsked(headers: Headers, now: Date) {
  const tokenHash = await sessionHashOf(headers);
  if (tokenHash === null) return null;
  const account = { include: { passkeys: { orderBy: { createdAt: 'asc' } } } } as const;
  const row = await db().session.findUnique({ where: { tokenHash }, include: { account } });
  const role = ROLES.find((one) => one === row?.account.role);
  if (!row || !role || hasEnded(row, role, now)) return null;
  const { id, passkeyRound: round, expiresAt, provenAt } = row;
  const { passkeys, ...holder } = row.account;
  const session = { id, round, expiresAt, isWaiting: provenAt === null, isFresh: isFreshAt(provenAt, now) };
  return { session, holder: { ...holder, role }, passkeys };
}

/** The party that passkeys are bound to: this deployment's public name and address. */
export function relyingParty(): { rpID: string; origin: string } {
  const { hostname, origin } = new URL(env().publicBaseUrl);
  return { rpID: hostname, origin };
}

/** What a passkey signs. It follows from the session and its round, so it is stored nowhere; a round takes one answer. */
export async function challengeOf({ id, round }: Asked['session']): Promise<Buffer<ArrayBuffer>> {
  return Buffer.from(await authCode('passkey challenge', `${id}:${round}`));
}

/** What the browser is asked, so that its holder proves one of their passkeys. */
export async function questionToUse({
  session,
  passkeys,
}: Asked): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return generateAuthenticationOptions({
    ...{ rpID: relyingParty().rpID, challenge: await challengeOf(session), timeout: TIMEOUT_MS },
    allowCredentials: passkeys.map(({ credentialId: id, transports }) => ({ id, transports })),
    userVerification: 'required',
  });
}

/** What the browser is asked, so that its holder adds a passkey. */
export async function questionToAdd({
  session,
  holder,
  passkeys,
}: Asked): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { rpID } = relyingParty();
  return generateRegistrationOptions({
    ...{ rpID, rpName: rpID, challenge: await challengeOf(session), timeout: TIMEOUT_MS },
    ...{ userID: Buffer.from(holder.id), userName: holder.email, userDisplayName: holder.name },
    excludeCredentials: passkeys.map(({ credentialId: id, transports }) => ({ id, transports })),
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  });
}
