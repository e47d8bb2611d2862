import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds between two tries. */
const INTERVAL = 50;
/** Milliseconds that a visitor is held for a server which is starting. */
const DEADLINE = 30_000;

/**
 * A listener before a server that is often started anew: while it is away, connections wait. A page that reloads in
 * such a moment would end as the browser's own page of an error, which never reloads.
 */
export const doorTo = (port: number): Server =>
  createServer((visitor) => {
    visitor.on('error', () => visitor.destroy());
    void enter(visitor, port);
  });

async function enter(visitor: Socket, port: number): Promise<void> {
  const end = Date.now() + DEADLINE;
  while (!visitor.destroyed && Date.now() < end) {
    const server = await reach(port);
    if (server) {
      server.on('error', () => visitor.destroy());
      visitor.once('close', () => server.destroy());
      visitor.pipe(server).pipe(visitor);
      return;
    }
    await pause(INTERVAL);
  }
  visitor.destroy();
}

const reach = (port: number) =>
  new Promise<Socket | null>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.off('error', rejected);
      resolve(socket);
    });
    const rejected = () => {
      resolve(null);
    };
    socket.once('error', rejected);
  });
