import type { Config } from '../../schema/config-schema.js'
import { type ShellHook, type ShellHookEvent, shellHookEvents } from '../../schema/features/shell-hooks.js'

/** A configured hook. */
export interface ConfiguredHook extends ShellHook {
  readonly event: ShellHookEvent
  /** The folder that contains the hook. Absent for hooks in the settings. */
  readonly folder?: string
  /** The variables of the command. */
  readonly variables?: Readonly<Record<string, string>>
}

/** Returns the hooks in the settings, in the order in which they run. */
export function configuredHooks(settings: Config['shell_hooks']): readonly ConfiguredHook[] {
  return shellHookEvents.flatMap((event) => (settings[event] ?? []).map((hook) => ({ ...hook, event })))
}
