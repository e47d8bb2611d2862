import { OWNER } from '@vidlunnia/content';
import type { Environment } from '../config/environment';
import type { Channel } from '../database/schema';
import type { Deliver } from './delivery-worker';
import { mailToSender, mailToStaff } from './send-mail';
import { writeToTelegram } from './send-telegram';
import { postToWebhook } from './send-webhook';

/** The configured channels. */
export type Channels = ReadonlyMap<Channel, Deliver>;

/** What the content says at the time of a delivery. */
interface Said {
  /** The agency's telephone. */
  readonly phone: string;
  /** Titles of the vacancies. */
  readonly vacancies: readonly string[];
}

export function channelsOf(
  { mail, webhook, telegram }: Partial<Pick<Environment, 'mail' | 'webhook' | 'telegram'>>,
  said = (): Said => ({ phone: OWNER.contact.phone, vacancies: [] }),
): Channels {
  const phone = () => said().phone;
  const vacancies = () => said().vacancies;
  const channels = new Map<Channel, Deliver>();
  if (mail && mail.to.length > 0) channels.set('staff', mailToStaff(mail));
  if (mail?.confirmation) channels.set('confirmation', mailToSender(mail, phone));
  if (webhook) channels.set('webhook', postToWebhook(webhook));
  if (telegram) channels.set('telegram', writeToTelegram(telegram, vacancies));
  return channels;
}
