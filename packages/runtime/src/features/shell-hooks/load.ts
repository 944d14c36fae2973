import type { Environment } from '@hermes/core'
import type { ConfiguredHook } from './configured-hooks.js'
import type { HookTrial, TryHooksOptions } from './try-hooks.js'

/** Runs hooks with a sample of their event. */
export async function tryHooks(options: TryHooksOptions): Promise<readonly HookTrial[]> {
  return (await import('./try-hooks.js')).tryHooks(options)
}

/** Checks hooks without running them: the shell can read the command, and its program is there. */
export async function checkHooks(
  hooks: readonly ConfiguredHook[],
  environment: Environment,
): Promise<readonly HookTrial[]> {
  return (await import('./try-hooks.js')).checkHooks(hooks, environment)
}
