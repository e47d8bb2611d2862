import '@vidlunnia/ui/global.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Browser } from './browser';
import { showStory } from './frame';
import './page.css';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
const wanted = new URLSearchParams(window.location.search);
if (wanted.has('story')) showStory(root, wanted);
else {
  document.documentElement.dataset['part'] = 'browser';
  createRoot(root).render(
    <StrictMode>
      <Browser />
    </StrictMode>,
  );
}
