import { createElement, type ComponentType } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import type { LoadContext, ZoneProps } from '../contracts';
import { GOLDEN_DETAILS } from '../contracts/golden';
import { createApiClient } from '../http';
import { showProblem } from './dev-problem';

/** Milliseconds for a section's data. */
const LOAD_DEADLINE = 5_000;

interface Section {
  readonly default: ComponentType<ZoneProps & { readonly data: unknown }>;
  readonly load?: (params: object, context: LoadContext) => Promise<unknown>;
  readonly interactive?: boolean;
}

export interface Sections {
  readonly remote: string;
  readonly exposes: Readonly<Record<string, Section>>;
  /** Id of the section behind which those stand that the site does not have yet; the page's last one when empty. */
  readonly after: string;
}

/**
 * Puts sections onto the page that the site has made, each where the site has it already. As on the site they are
 * rendered with their data, and live only if they say that they are interactive. Never rejects: what fails is shown.
 */
export async function showSections({ remote, exposes, after }: Sections): Promise<void> {
  const api = createApiClient({ baseUrl: '/api' });
  for (const [name, section] of Object.entries(exposes)) {
    const id = `zone-${remote}-${name}`.toLowerCase();
    const failed = (error: unknown) => {
      showProblem(`${remote}/${name}: ${String(error)}`);
      return null;
    };
    const signal = AbortSignal.timeout(LOAD_DEADLINE);
    const load = async () => section.load?.({}, { api, signal });
    const data = await load().catch(failed);
    const props = { id, headingLevel: 2, details: GOLDEN_DETAILS, data: data ?? null } as const;
    const element = createElement(section.default, props);
    const place = placeFor(id, after);
    try {
      place.innerHTML = renderToString(element);
      if (section.interactive) hydrateRoot(place, element);
    } catch (error) {
      failed(error);
    }
  }
}

/** An empty element instead of the site's own section, else behind that which `after` names. */
function placeFor(id: string, after: string): HTMLElement {
  const place = document.createElement('div');
  const there = islandOf(id);
  if (there) there.replaceWith(place);
  else (islandOf(after) ?? document.querySelector('main')?.lastElementChild)?.after(place);
  return place;
}

function islandOf(id: string): Element | null {
  const element = document.getElementById(id);
  return element?.closest('[data-island]') ?? element;
}
