import dgram from 'node:dgram';
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

/**
 * Removes network access from all code of this process: in Node 20 to 24, all network APIs use one of these. From Node
 * 25 on, its permission model denies it too.
 */
export function closeNetwork(): void {
  close(globalThis, ['fetch', 'WebSocket', 'EventSource']);
  close(net, ['_createServerHandle']);
  close(net.Socket.prototype, ['connect']);
  close(net.Server.prototype, ['listen']);
  close(dgram, ['createSocket', '_createSocketHandle']);
  close(dgram.Socket.prototype, ['bind', 'connect', 'send']);
  for (const module of [dns, dns.promises])
    close(
      module,
      Object.keys(module).filter((name) => /^(?:lookup|resolve|reverse)/i.test(name)),
    );
  // `import` returns copies of these modules' exports.
  syncBuiltinESMExports();
}

function close(holder: object, names: readonly string[]): void {
  for (const name of names) {
    if (name in holder)
      Object.defineProperty(holder, name, { value: denied, writable: false, configurable: false });
  }
}

function denied(): never {
  throw new Error('The network is closed to releases: load gets its data from the API that it is given');
}
