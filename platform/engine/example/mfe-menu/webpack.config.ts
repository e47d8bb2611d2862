import { remoteConfig } from '@vidlunnia/remote-kit';
export default remoteConfig(__dirname);
