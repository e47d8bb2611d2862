// For the types that it adds to Fastify's.
import './plugins/security';

export { createHeldReader } from '@vidlunnia/releases/held-requests';
export { createServer } from './create-server';
export type { StartRenderer } from './open-engine';
export { embeddedJson, escaped } from './pages/document';
export { engine } from './plugins/engine';
export { NoticeError, RETRY_AFTER_SECONDS, TryLaterError } from './plugins/errors';
export { previews } from './previews/previews';
export { groups } from './rollouts/groups';
export { readEngineSettings, type EngineSettings } from './engine-settings';
