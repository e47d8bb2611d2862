import { types } from 'node:util';
import { createTransport } from 'nodemailer';
import type { MailSettings } from '../config/settings';
import { DeliveryError, type Deliver } from './delivery-worker';
import { confirmationText, digestText, staffText } from './mail-texts';
import type { Letter } from './outbox';

/** Mails a submission to the staff, or a digest. A reply goes to the sender of the submission. */
export function mailToStaff(settings: MailSettings): Deliver {
  const send = sender(settings);
  return (letter, signal) => {
    const to = [...settings.to];
    if (letter.kind === 'digest') return send(letter, signal, { ...digestText(letter), to });
    const { name, email } = letter.submission;
    return send(letter, signal, { ...staffText(letter), to, replyTo: { name, address: email } });
  };
}

/**
 * Confirms the submission to its sender. The mail repeats none of the typed text: anyone may type another person's
 * address, and must not be able to make us send that person a text of their choice.
 */
export function mailToSender(settings: MailSettings, phone: () => string): Deliver {
  // A wrong address: the mail server would reject it tomorrow too.
  const send = sender(settings, { isRejectionFinal: true });
  return async (letter, signal) => {
    if (letter.kind === 'digest') return;
    const to = { name: '', address: letter.submission.email };
    await send(letter, signal, { ...confirmationText(letter.kind, phone()), to });
  };
}

type Mail = NonNullable<Parameters<ReturnType<typeof createTransport>['sendMail']>[0]>;

function sender({ smtpUrl, from }: MailSettings, { isRejectionFinal = false } = {}) {
  const { username, searchParams } = new URL(smtpUrl);
  const transport = createTransport({
    url: smtpUrl,
    // A password is never sent unencrypted, unless the operator allows it.
    requireTLS: username !== '' && searchParams.get('requireTLS') !== 'false',
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = /@([^\s<>]+?)>?$/.exec(from)?.[1] ?? 'localhost';
  return async ({ id }: Letter, signal: AbortSignal, mail: Mail) => {
    try {
      await transport.sendMail({
        ...mail,
        from,
        signal,
        // The same in every attempt, so that a repeated mail can be recognised.
        messageId: `<${id}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    } catch (error) {
      throw failureOf(error, isRejectionFinal);
    }
  };
}

const NAMELESS = ['ECONNECTION', 'ETIMEDOUT', 'ESOCKET', 'EDNS', 'ETLS'];

/** A mail server's messages often repeat the recipient; its codes do not. */
function failureOf(error: unknown, isRejectionFinal: boolean): DeliveryError {
  if (!types.isNativeError(error)) return new DeliveryError('unknown');
  const { code, command, responseCode } = error as Error & Partial<Record<string, unknown>>;
  if (typeof responseCode === 'number') {
    // Permanent: of a recipient or the mail (RFC 5321, 4.2.1).
    const isRejection = responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE');
    return new DeliveryError(
      `the mail server answered ${String(responseCode)} to ${String(command)} (${String(code)})`,
      { isFinal: isRejection && isRejectionFinal },
    );
  }
  if (typeof code !== 'string') return new DeliveryError(error.name);
  return new DeliveryError(NAMELESS.includes(code) ? `${code}: ${error.message.slice(0, 200)}` : code);
}
