import type { ShellHook } from '../../schema/features/shell-hooks.js'

/** Whether a hook is for a tool: `terminal`, `read_file|write_file`, `mcp_*`. */
export function hookFits({ matcher }: Pick<ShellHook, 'matcher'>, tool: string): boolean {
  if (matcher === '') return true
  return matcher.split('|').some((pattern) => {
    const [start = '', ...rest] = pattern.trim().split('*')
    const end = rest.at(-1)
    return end === undefined ? tool === start : tool.startsWith(start) && tool.endsWith(end)
  })
}
