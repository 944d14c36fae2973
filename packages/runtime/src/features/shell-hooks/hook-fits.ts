import type { ShellHook } from '../../schema/features/shell-hooks.js'

/** Whether a hook is for a tool, a command or a chat network. Matchers look like `terminal`, `read_file|write_file` and `mcp_*`. */
export function hookFits({ matcher }: Pick<ShellHook, 'matcher'>, name: string): boolean {
  if (matcher === '') return true
  return matcher.split('|').some((pattern) => {
    const [start = '', ...rest] = pattern.trim().split('*')
    const end = rest.at(-1)
    return end === undefined ? name === start : name.startsWith(start) && name.endsWith(end)
  })
}
