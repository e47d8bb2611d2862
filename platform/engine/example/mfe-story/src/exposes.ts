import * as Story from './story';
export const exposes = { Story };
