import type { AddressInfo, Socket } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import { createActions } from '#emulators/actions.ts';
import type { Emulator, EmulatorContext } from '#emulators/emulator.ts';
import type { CaughtMail } from './caught-mail.ts';
import { answerMailbox } from './pages.ts';

const LARGEST_MAIL_BYTES = 10 * 1024 * 1024;

/**
 * A conversation that is cut: before the content of the mail (`envelope`), or after it and before the answer (`content`), with
 * the mail kept or lost. `silence` holds the connection and never answers.
 */
type Cut = { at: 'envelope' | 'content'; how: 'hang_up' | 'silence'; keeps: boolean; times: number };
/**
 * Mails that are refused, by an SMTP code (451 temporary, 550 final, which the server follows with the enhanced one, 5.1.1): their
 * sender (`envelope`), their recipient, or after their content.
 */
type Refusals = { at: Cut['at'] | 'recipient'; code: number; times: number };
const NO_REFUSALS: Refusals = { at: 'envelope', code: 451, times: 0 };
const NO_CUT: Cut = { at: 'content', how: 'hang_up', keeps: true, times: 0 };

/**
 * Opens the mailbox: an SMTP server on 127.0.0.1 (no login, no TLS) that stores all mails until `clear` or `reset`.
 * @param port 0 takes any free one.
 */
export async function openMailbox(context: EmulatorContext, port: number) {
  const mails = context.store.collection<CaughtMail>('mailbox');
  let refusals: Refusals = NO_REFUSALS;
  /** Conversations that are cut next, and how many were. */
  let cut: Cut = NO_CUT;
  let cuts = 0;
  const sockets = new Map<number, Socket>();

  /** Whether this conversation ends here: its connection is closed, or nothing is ever answered. */
  function isCut(at: Cut['at'], { remotePort }: SMTPServerSession): boolean {
    if (cut.times < 1 || cut.at !== at) return false;
    cut = { ...cut, times: cut.times - 1 };
    cuts += 1;
    if (cut.how === 'hang_up') sockets.get(remotePort)?.destroy();
    return true;
  }

  function refusalAt(at: Refusals['at']): Error | undefined {
    if (refusals.times < 1 || refusals.at !== at) return undefined;
    refusals = { ...refusals, times: refusals.times - 1 };
    const { code: responseCode } = refusals;
    return Object.assign(new Error('Refused by a switch of the mailbox'), { responseCode });
  }

  function forget(): object {
    mails.clear();
    [refusals, cut, cuts] = [NO_REFUSALS, NO_CUT, 0];
    return {};
  }

  async function keep(raw: Buffer, from: string, to: string[]): Promise<void> {
    const mail = await PostalMime.parse(raw);
    const id = context.random();
    mails.set(id, {
      id,
      at: new Date(context.clock.now()).toISOString(),
      from,
      to,
      subject: mail.subject ?? '',
      text: mail.text ?? '',
      html: mail.html ?? '',
      headers: Object.fromEntries(mail.headers.map(({ key, value }) => [key, value])),
      attachments: mail.attachments.map(({ filename, mimeType, content }) => ({
        filename: filename ?? '',
        contentType: mimeType,
        sizeBytes: typeof content === 'string' ? content.length : content.byteLength,
      })),
    });
  }

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: LARGEST_MAIL_BYTES,
    hideENHANCEDSTATUSCODES: false,
    logger: false,
    onMailFrom(_address, session, done) {
      if (isCut('envelope', session)) return;
      done(refusalAt('envelope'));
    },
    onRcptTo(_address, _session, done) {
      done(refusalAt('recipient'));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        const from = mailFrom === false ? '' : mailFrom.address;
        const to = rcptTo.map(({ address }) => address);
        const refusal = refusalAt('content');
        if (refusal) return done(refusal);
        const keeps = cut.at !== 'content' || cut.times < 1 || cut.keeps;
        const kept = keeps ? keep(Buffer.concat(chunks), from, to) : Promise.resolve();
        kept.then(() => isCut('content', session) || done(), done);
      });
    },
  });
  server.server.on('connection', (socket: Socket) => {
    const { remotePort = 0 } = socket;
    sockets.set(remotePort, socket);
    socket.once('close', () => sockets.delete(remotePort));
  });
  // A client that closes the connection within a conversation is no error of ours.
  server.on('error', () => {});
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });

  const emulator: Emulator = {
    name: 'mailbox',
    prefix: '/mailbox',
    handle: async (request, url) => answerMailbox(mails, request, url),
    control: createActions({
      clear: forget,
      reset: forget,
      cut: (input) => (cut = { ...NO_CUT, times: 1, ...(input as Partial<Cut>) }),
      cuts: () => ({ cuts }),
      hang_up: () => {
        for (const socket of sockets.values()) socket.destroy();
        return {};
      },
      refuse: (input) => (refusals = { ...NO_REFUSALS, times: 1, ...(input as Partial<Refusals>) }),
    }),
  };
  const { port: smtpPort } = server.server.address() as AddressInfo;
  return {
    emulator,
    smtpPort,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
