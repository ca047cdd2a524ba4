import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { ControlError } from '#emulators/control-input.ts';
import type { Emulator, EmulatorContext } from '#emulators/emulator.ts';
import type { CaughtMail } from './caught-mail.ts';
import { answerMailbox } from './pages.ts';

const LARGEST_MAIL_BYTES = 10 * 1024 * 1024;

/**
 * Opens the mailbox: an SMTP server on 127.0.0.1 (no login, no TLS) that stores all mails until `clear` or `reset`.
 * @param port 0 takes any free one.
 */
export async function openMailbox(context: EmulatorContext, port: number) {
  const mails = context.store.collection<CaughtMail>('mailbox');
  /** Refusals for the next mails, as SMTP codes (451 temporary, 550 final). */
  let refusals: { code: number; times: number } = { code: 451, times: 0 };

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
    logger: false,
    onMailFrom(_address, _session, done) {
      if (refusals.times < 1) return done();
      refusals.times -= 1;
      const refusal = Object.assign(new Error('Refused by a switch of the mailbox'), {
        responseCode: refusals.code,
      });
      return done(refusal);
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        const from = mailFrom === false ? '' : mailFrom.address;
        keep(
          Buffer.concat(chunks),
          from,
          rcptTo.map(({ address }) => address),
        ).then(() => done(), done);
      });
    },
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
    async control(action, input) {
      if (action === 'clear' || action === 'reset') {
        mails.clear();
        refusals = { code: 451, times: 0 };
        return {};
      }
      if (action === 'refuse') {
        const { code = 451, times = 1 } = (input ?? {}) as { code?: number; times?: number };
        refusals = { code, times };
        return refusals;
      }
      throw new ControlError(`Unknown action ${action}. Known: clear, refuse, reset.`);
    },
  };
  const { port: smtpPort } = server.server.address() as AddressInfo;
  return {
    emulator,
    smtpPort,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
