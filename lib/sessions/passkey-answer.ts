import {
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { z } from 'zod';
import { audit } from '#lib/audit.ts';
import { db, transaction } from '#lib/db.ts';
import { newId } from '#lib/ids.ts';
import { log } from '#lib/log.ts';
import { type Browser, completeSession, userAgentOf } from './begin.ts';
import { ALGORITHMS, type Asked, challengeOf, findAsked, relyingParty } from './passkey-question.ts';

/**
 * What became of a passkey's answer: taken, with the cookies of the session, which has another token now; refused, for
 * whatever reason; or there is no session any more that asks for it.
 */
export type PasskeyVerdict = { kind: 'taken'; cookies: string[] } | { kind: 'refused' } | { kind: 'over' };

const text = z.string().max(20_000);
const common = { id: text, rawId: text, type: z.literal('public-key'), clientExtensionResults: z.object({}) };
const used = z.object({
  ...common,
  response: z.object({
    clientDataJSON: text,
    authenticatorData: text,
    signature: text,
    userHandle: text.exactOptional(),
  }),
}) satisfies z.ZodType<AuthenticationResponseJSON>;
const added = z.object({
  ...common,
  response: z.object({
    ...{ clientDataJSON: text, attestationObject: text },
    transports: z.array(z.string().max(20)).max(10).exactOptional(),
  }),
}) satisfies z.ZodType<RegistrationResponseJSON>;

/** Takes the proof of a passkey: a session that waited for it begins, one that lasts is fresh again. */
export async function usePasskey(answer: string, browser: Browser): Promise<PasskeyVerdict> {
  const asked = await findAsked(browser.headers, browser.now);
  if (!asked) return { kind: 'over' };
  const response = used.safeParse(parseJson(answer)).data;
  const passkey = asked.passkeys.find(({ credentialId }) => credentialId === response?.id);
  if (!response || !passkey || !(await takeRound(asked))) return { kind: 'refused' };
  const { credentialId: id, publicKey, counter } = passkey;
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    ...{ response, ...(await expected(asked)), requireUserVerification: true },
    credential: { id, publicKey, counter: Number(counter) },
  }).catch(refused);
  if (!verified) return { kind: 'refused' };
  const cookies = await transaction(async (tx) => {
    const data = { counter: BigInt(authenticationInfo.newCounter), lastUsedAt: browser.now };
    await tx.passkey.update({ where: { id: passkey.id }, data });
    return completeSession(tx, asked, browser);
  });
  return { kind: 'taken', cookies };
}

/**
 * Adds a passkey to the account of a session: of one that waits, only where there is none yet, since otherwise one of those
 * is asked for; of one that lasts, only with a fresh sign-in.
 */
export async function addPasskey(answer: string, browser: Browser): Promise<PasskeyVerdict> {
  const asked = await findAsked(browser.headers, browser.now);
  if (!asked) return { kind: 'over' };
  const { session, holder, passkeys } = asked;
  const response = added.safeParse(parseJson(answer)).data;
  const mayAdd = session.isWaiting ? passkeys.length === 0 : session.isFresh;
  if (!response || !mayAdd || !(await takeRound(asked))) return { kind: 'refused' };
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    ...{ response, ...(await expected(asked)), requireUserVerification: true },
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(refused);
  if (!verified) return { kind: 'refused' };
  const { id: credentialId, publicKey, counter } = registrationInfo.credential;
  const cookies = await transaction(async (tx) => {
    const id = newId('passkey');
    const { count } = await tx.passkey.createMany({
      data: [
        {
          ...{ id, accountId: holder.id, credentialId, publicKey, counter: BigInt(counter) },
          ...{ transports: response.response.transports ?? [], userAgent: userAgentOf(browser) },
          createdAt: browser.now,
        },
      ],
      skipDuplicates: true,
    });
    if (count === 0) return null;
    if (holder.role === 'staff')
      await audit(tx, { actor: holder.id, action: 'passkey.add', subject: id, data: {} });
    return completeSession(tx, asked, browser);
  });
  return cookies === null ? { kind: 'refused' } : { kind: 'taken', cookies };
}

/** Of several answers to one question, one is looked at. */
async function takeRound({ session: { id, round } }: Asked): Promise<boolean> {
  const { count } = await db().session.updateMany({
    where: { id, passkeyRound: round },
    data: { passkeyRound: { increment: 1 } },
  });
  return count === 1;
}

async function expected({ session }: Asked) {
  const { rpID, origin } = relyingParty();
  const challenge = (await challengeOf(session)).toString('base64url');
  return { expectedChallenge: challenge, expectedOrigin: origin, expectedRPID: rpID };
}

/** The library throws where an answer is not what was asked. */
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
