import { remoteConfig } from '@vidlunnia/shared/build';

export default remoteConfig('home');
