import { createRoot } from 'react-dom/client';
import { GROUPS } from './states';

/** One story. The address has `story`, `scheme`, and `text` (text size in per cent). */
export function showStory(root: HTMLElement, wanted: URLSearchParams): void {
  const [group = '', component = '', state = ''] = JSON.parse(wanted.get('story') ?? '[]') as string[];
  const story = GROUPS[group]?.[component]?.[state];
  setScheme(wanted.get('scheme') === 'dark');
  document.documentElement.style.fontSize = `${wanted.get('text') ?? '100'}%`;
  createRoot(root).render(story ?? <p>There is no such story.</p>);
}

const DARK = '(prefers-color-scheme: dark)';

/** Switches the dark scheme's rules on or off, whatever the device prefers. */
function setScheme(dark: boolean): void {
  document.documentElement.style.colorScheme = dark ? 'dark' : 'light';
  for (const sheet of document.styleSheets) setRules(sheet.cssRules, dark);
}

function setRules(rules: CSSRuleList, dark: boolean): void {
  for (const rule of rules) {
    if (rule instanceof CSSMediaRule && rule.conditionText.includes(DARK))
      rule.media.mediaText = dark ? 'all' : 'not all';
    if (rule instanceof CSSGroupingRule) setRules(rule.cssRules, dark);
  }
}
