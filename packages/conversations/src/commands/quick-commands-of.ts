import type { QuickCommand } from './quick-command.js'

/** A quick command as written in the config. */
export type QuickCommandSetting = (
  | { readonly type: 'exec'; readonly command: string; readonly timeout?: number | undefined }
  | { readonly type: 'alias'; readonly target: string }
) & { readonly description?: string | undefined; readonly replaces?: boolean | undefined }

export interface QuickCommandSettings {
  readonly quick_commands: Readonly<Record<string, QuickCommandSetting>>
}

/** Converts the quick commands of the config for the command table. */
export function quickCommandsOf({ quick_commands }: QuickCommandSettings): Record<string, QuickCommand> {
  return Object.fromEntries(
    Object.entries(quick_commands).map(([name, definition]): [string, QuickCommand] => {
      const { description, replaces } = definition
      const facts = { ...(description !== undefined && { description }), ...(replaces !== undefined && { replaces }) }
      if (definition.type === 'alias') return [name, { type: 'alias', target: definition.target, ...facts }]
      const { command, timeout } = definition
      const limit = timeout === undefined ? {} : { timeoutMs: Math.ceil(timeout * 1000) }
      return [name, { type: 'exec', command, ...limit, ...facts }]
    }),
  )
}
