import { failTask } from '../process/say';
import { runOnBuild } from './run-on-build';

// `npm run test:browsers`: journeys through the production build in the machine's own Firefox and WebKit.
runOnBuild('e2e/browsers/main.ts').catch(failTask);
