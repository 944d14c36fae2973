import type { Config } from '../../schema/config-schema.js'
import { type ShellHook, type ShellHookEvent, shellHookEvents } from '../../schema/features/shell-hooks.js'

/** A configured hook. */
export interface ConfiguredHook extends ShellHook {
  readonly event: ShellHookEvent
  /** The hook folder that it is from. Absent for hooks of the settings. */
  readonly folder?: string
  /** Variables of its command. */
  readonly variables?: Readonly<Record<string, string>>
}

/** The hooks of the settings, in the order in which they run. */
export function configuredHooks(settings: Config['shell_hooks']): readonly ConfiguredHook[] {
  return shellHookEvents.flatMap((event) => (settings[event] ?? []).map((hook) => ({ ...hook, event })))
}
