import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer } from 'smtp-server';

/** A mail server for the tests of a file; at the start of each test it accepts mails and has none. */
export function smtpReceiver() {
  const hanging: (() => void)[] = [];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    closeTimeout: 1,
    onRcptTo: ({ address }, _session, callback) => {
      if (receiver.behaviour === 'reject-recipient')
        callback(Object.assign(new Error(`No ${address} here`), { responseCode: 550 }));
      else callback();
    },
    onData: (stream, session, callback) => {
      const take = () => {
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        simpleParser(stream).then((mail) => {
          receiver.received.push({ recipients, mail });
          callback();
        }, callback);
      };
      if (receiver.behaviour === 'hang') hanging.push(take);
      else if (receiver.behaviour === 'fail')
        callback(Object.assign(new Error('Not for olena@example.com'), { responseCode: 451 }));
      else take();
    },
  });
  server.on('error', () => undefined);
  const receiver = {
    received: [] as { readonly recipients: readonly string[]; readonly mail: ParsedMail }[],
    /** Its reaction to a mail. */
    behaviour: 'take' as 'take' | 'reject-recipient' | 'fail' | 'hang',
    /** Resolves when a mail hangs. */
    hung: async () => {
      while (hanging.length === 0) await new Promise(setImmediate);
    },
    /** Accepts the hanging mails, and from now on all. */
    release: () => {
      receiver.behaviour = 'take';
      for (const take of hanging.splice(0)) take();
    },
    get url() {
      return `smtp://127.0.0.1:${String((server.server.address() as AddressInfo).port)}`;
    },
  };
  beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
  beforeEach(() => {
    Object.assign(receiver, { received: [], behaviour: 'take' });
    hanging.length = 0;
  });
  afterAll(() => {
    server.close();
  });
  return receiver;
}
