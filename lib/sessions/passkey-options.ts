import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import { ROLES } from '#lib/accounts/account.ts';
import { db } from '#lib/db.ts';
import { env } from '#lib/env.ts';
import { mustAddPasskey } from './passkey-policy.ts';
import { authCode } from './secret.ts';
import { hasEnded, isFreshAt } from './session.ts';
import { sessionHashOf } from './session-cookie.ts';

/** How long a person may take to find their device, in milliseconds. */
const TIMEOUT_MS = 300_000;

/** Signature algorithms by their COSE numbers: ES256, EdDSA, RS256. Those that are experimental in Node are left out. */
export const ALGORITHMS = [-7, -8, -257];

/** A session, waiting or valid, with its holder and their passkeys. */
export type PasskeySession = NonNullable<Awaited<ReturnType<typeof findPasskeySession>>>;

/**
 * Reads the session of a request for a passkey ceremony. `isWaiting`: the session opens nothing yet, because the code alone
 * does not sign its holder in.
 * @returns null where there is no session, or it has ended.
 */
export async function findPasskeySession(headers: Headers, now: Date) {
  const tokenHash = await sessionHashOf(headers);
  if (tokenHash === null) return null;
  const account = { include: { passkeys: { orderBy: { createdAt: 'asc' } } } } as const;
  const row = await db().session.findUnique({ where: { tokenHash }, include: { account } });
  const role = ROLES.find((one) => one === row?.account.role);
  if (!row || !role || hasEnded(row, role, now)) return null;
  const { id, passkeyRound: round, expiresAt, provenAt } = row;
  const { passkeys, ...holder } = row.account;
  if (provenAt !== null && mustAddPasskey(role, passkeys.length)) return null;
  const session = { id, round, expiresAt, isWaiting: provenAt === null, isFresh: isFreshAt(provenAt, now) };
  return { session, holder: { ...holder, role }, passkeys };
}

/** The relying party that passkeys are bound to: this deployment's host and origin. */
export function relyingParty(): { rpID: string; origin: string } {
  const { hostname, origin } = new URL(env().publicBaseUrl);
  return { rpID: hostname, origin };
}

/** The challenge that a passkey signs. It is derived from the session and its round, not stored. A round takes one response. */
export async function challengeOf({ id, round }: PasskeySession['session']): Promise<Buffer<ArrayBuffer>> {
  return Buffer.from(await authCode('passkey challenge', `${id}:${round}`));
}

/** The options with which a browser asks for one of the holder's passkeys. */
export async function authenticationOptions({
  session,
  passkeys,
}: PasskeySession): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return generateAuthenticationOptions({
    rpID: relyingParty().rpID,
    challenge: await challengeOf(session),
    timeout: TIMEOUT_MS,
    allowCredentials: passkeys.map(({ credentialId: id, transports }) => ({ id, transports })),
    userVerification: 'required',
  });
}

/** The options with which a browser creates a passkey. */
export async function registrationOptions({
  session,
  holder,
  passkeys,
}: PasskeySession): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { rpID } = relyingParty();
  return generateRegistrationOptions({
    rpID,
    rpName: rpID,
    challenge: await challengeOf(session),
    timeout: TIMEOUT_MS,
    userID: Buffer.from(holder.id),
    userName: holder.email,
    userDisplayName: holder.name,
    excludeCredentials: passkeys.map(({ credentialId: id, transports }) => ({ id, transports })),
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  });
}
