export { Story as default } from './story';
