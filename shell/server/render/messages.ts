import type { RendererOptions } from '../../src/server';
import type { PageRequest } from '../../src/pages/page-request';
import type { RenderedPage } from '../../src/rendering/page-renderer';

/** What a worker is started with. */
export interface WorkerInput {
  /** File of the shell's rendering bundle. */
  readonly bundle: string;
  readonly options: RendererOptions;
}

export interface RenderRequest extends PageRequest {
  readonly id: number;
}

export type WorkerMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'rendered'; readonly id: number; readonly page: RenderedPage }
  | { readonly type: 'failed'; readonly id: number; readonly reason: string };
