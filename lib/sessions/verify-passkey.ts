import {
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { z } from 'zod';
import { db, transaction } from '#lib/db.ts';
import { newId } from '#lib/ids.ts';
import { lockAccount } from '#lib/locks.ts';
import { log } from '#lib/log.ts';
import { audit } from '#lib/policy/audit.ts';
import { completeSession, type SignInBrowser, userAgentOf } from './begin-session.ts';
import { afterPasskeyChange } from './passkey-changed.ts';
import { ALGORITHMS, challengeOf, findPasskeySession, type PasskeySession, relyingParty } from './passkey-options.ts';

/**
 * The result of a passkey ceremony: accepted, with the cookies of the session, which has a new token; refused, for any reason;
 * or expired, because the session has ended.
 */
type PasskeyResult =
  | { kind: 'accepted'; accountId: string; cookies: string[] }
  | { kind: 'refused'; accountId: string }
  | { kind: 'expired' };

const text = z.string().max(20_000);
const common = { id: text, rawId: text, type: z.literal('public-key'), clientExtensionResults: z.object({}) };
const assertion = z.object({
  ...common,
  response: z.object({
    clientDataJSON: text,
    authenticatorData: text,
    signature: text,
    userHandle: text.exactOptional(),
  }),
}) satisfies z.ZodType<AuthenticationResponseJSON>;
const attestation = z.object({
  ...common,
  response: z.object({
    clientDataJSON: text,
    attestationObject: text,
    transports: z.array(z.string().max(20)).max(10).exactOptional(),
  }),
}) satisfies z.ZodType<RegistrationResponseJSON>;

/** Verifies the response of a passkey: a waiting session becomes valid, a valid one fresh. `answer` is its JSON. */
export async function authenticateWithPasskey(answer: string, browser: SignInBrowser): Promise<PasskeyResult> {
  const current = await findPasskeySession(browser.headers, browser.now);
  if (!current) return { kind: 'expired' };
  const response = assertion.safeParse(parseJson(answer)).data;
  const passkey = current.passkeys.find(({ credentialId }) => credentialId === response?.id);
  if (!response || !passkey || isFramed(response) || !(await claimRound(current)))
    return { kind: 'refused', accountId: current.holder.id };
  const { credentialId: id, publicKey, counter } = passkey;
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    ...(await expected(current)),
    requireUserVerification: true,
    credential: { id, publicKey, counter: Number(counter) },
  }).catch(refused);
  if (!verified) return { kind: 'refused', accountId: current.holder.id };
  const cookies = await transaction(async (tx) => {
    const data = { counter: BigInt(authenticationInfo.newCounter), lastUsedAt: browser.now };
    await tx.passkey.update({ where: { id: passkey.id }, data });
    return completeSession(tx, current, browser);
  });
  return { kind: 'accepted', accountId: current.holder.id, cookies };
}

/**
 * Adds a passkey to the account of a session. In a waiting session only the first one can be added, because with another the
 * session waits for that one. A valid session must be fresh. `answer` is the response's JSON.
 */
export async function addPasskey(answer: string, browser: SignInBrowser): Promise<PasskeyResult> {
  const current = await findPasskeySession(browser.headers, browser.now);
  if (!current) return { kind: 'expired' };
  const { session, holder, passkeys } = current;
  const response = attestation.safeParse(parseJson(answer)).data;
  const mayAdd = session.isWaiting ? passkeys.length === 0 : session.isFresh;
  if (!response || !mayAdd || isFramed(response) || !(await claimRound(current)))
    return { kind: 'refused', accountId: holder.id };
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response,
    ...(await expected(current)),
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(refused);
  if (!verified) return { kind: 'refused', accountId: holder.id };
  const { id: credentialId, publicKey, counter } = registrationInfo.credential;
  const cookies = await transaction(async (tx) => {
    // Removing all passkeys and erasing the account take the same lock.
    await lockAccount(tx, holder.id);
    const id = newId('passkey');
    const { count } = await tx.passkey.createMany({
      data: [
        {
          id,
          accountId: holder.id,
          credentialId,
          publicKey,
          counter: BigInt(counter),
          transports: response.response.transports ?? [],
          userAgent: userAgentOf(browser),
          createdAt: browser.now,
        },
      ],
      skipDuplicates: true,
    });
    if (count === 0) return null;
    if (holder.role === 'staff') await audit(tx, { actor: holder.id, action: 'passkey.add', subject: id, data: {} });
    await afterPasskeyChange(tx, holder, session.id, { change: 'added', ...browser });
    return completeSession(tx, current, browser);
  });
  return cookies === null
    ? { kind: 'refused', accountId: holder.id }
    : { kind: 'accepted', accountId: holder.id, cookies };
}

/** Whether this response is the first one to its challenge. */
async function claimRound({ session: { id, round } }: PasskeySession): Promise<boolean> {
  const { count } = await db().session.updateMany({
    where: { id, passkeyRound: round },
    data: { passkeyRound: { increment: 1 } },
  });
  return count === 1;
}

/**
 * Whether a passkey was asked for in a frame of another site, of which the browser tells (WebAuthn, 5.8.1). None of our pages can
 * be framed, and the library checks only what the browser calls the top page, which Safari leaves out.
 */
function isFramed({ response }: { response: { clientDataJSON: string } }): boolean {
  const data = parseJson(Buffer.from(response.clientDataJSON, 'base64url').toString());
  if (typeof data !== 'object' || data === null) return true;
  const { crossOrigin = false } = data as { crossOrigin?: unknown };
  return crossOrigin !== false || 'topOrigin' in data;
}

async function expected({ session }: PasskeySession) {
  const { rpID, origin } = relyingParty();
  const challenge = (await challengeOf(session)).toString('base64url');
  return { expectedChallenge: challenge, expectedOrigin: origin, expectedRPID: rpID };
}

/** The library throws for a response that does not fit its challenge. */
function refused(error: unknown): { verified: false; authenticationInfo?: never; registrationInfo?: never } {
  log().info({ err: error }, 'a passkey was not accepted');
  return { verified: false };
}

function parseJson(answer: string): unknown {
  try {
    return JSON.parse(answer);
  } catch {
    return undefined;
  }
}
