import type { ShellContract } from '../contracts/release-report';
import { CONTRACT_VERSIONS } from '../contracts/modules';

/** What a shell that shows these modules and provides these packages offers: releases have to fit it. */
export function shellContract(
  moduleIds: readonly string[],
  shared: Readonly<Record<string, string>>,
): ShellContract {
  const modules: Record<string, string[]> = {};
  for (const id of moduleIds) {
    const [remote = '', module = ''] = id.split('/');
    (modules[remote] ??= []).push(module);
  }
  return { versions: [...CONTRACT_VERSIONS], modules, shared: { ...shared } };
}
