import type { Environment } from '@hermes/core'
import type { ConfiguredHook } from './configured-hooks.js'
import type { ReadHookFolders } from './hook-folders.js'
import type { HookTrial, TryHooksOptions } from './try-hooks.js'

/** Reads the hook folders of a home, by name. */
export async function readHookFolders(home: string): Promise<ReadHookFolders> {
  return (await import('./hook-folders.js')).readHookFolders(home)
}

/** Runs hooks with a sample of their event. */
export async function tryHooks(options: TryHooksOptions): Promise<readonly HookTrial[]> {
  return (await import('./try-hooks.js')).tryHooks(options)
}

/** Checks hooks without running them: whether the shell can parse the command, and whether its program exists. */
export async function checkHooks(
  hooks: readonly ConfiguredHook[],
  environment: Environment,
): Promise<readonly HookTrial[]> {
  return (await import('./try-hooks.js')).checkHooks(hooks, environment)
}
