import { OWNER } from '@vidlunnia/content';
import type { Environment } from '../config/environment';
import type { Channel } from '../database/schema';
import type { Deliver } from './delivery-worker';
import { mailToSender, mailToStaff } from './send-mail';
import { postToWebhook } from './send-webhook';

/** The configured channels. */
export type Channels = ReadonlyMap<Channel, Deliver>;

/** `phone` is the agency's at the time of a mail. */
export function channelsOf(
  { mail, webhook }: Pick<Environment, 'mail' | 'webhook'>,
  phone = () => OWNER.contact.phone,
): Channels {
  const channels = new Map<Channel, Deliver>();
  if (mail && mail.to.length > 0) channels.set('staff', mailToStaff(mail));
  if (mail?.confirmation) channels.set('confirmation', mailToSender(mail, phone));
  if (webhook) channels.set('webhook', postToWebhook(webhook));
  return channels;
}
