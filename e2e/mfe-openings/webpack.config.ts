import { remoteConfig } from '@vidlunnia/shared/build';

export default remoteConfig('openings', 'e2e/mfe-openings');
