import * as engine from '@vidlunnia/engine/server';
import type { FastifyInstance } from 'fastify';
import type { Environment } from './environment';
/** The public server: pages, the shell's files, the remotes' files and the API, all on one origin. */
export declare function buildApp(
  settings: Environment,
  folder: string,
  startRenderer?: engine.StartRenderer,
): Promise<FastifyInstance>;
