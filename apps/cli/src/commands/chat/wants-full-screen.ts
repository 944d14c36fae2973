import type { CommandContext } from '../../arguments/command-spec.js'
import { isPlainTerminal } from '../../chat/plain/plain-terminal.js'
import { UsageError } from '../../usage-error.js'

type ReadSettings = () => Promise<{ readonly interface: 'cli' | 'tui' }>

/**
 * Whether to open the full screen: the option, else the variable, else `display.interface`, which names the default. Where the full screen
 * cannot be opened, and in the terminal of a build server, the default is the chat in lines.
 *
 * @throws {ConfigError}
 */
export async function wantsFullScreen({ values, io }: CommandContext, readSettings: ReadSettings): Promise<boolean> {
  const { cli, tui, attach } = values
  const isChosen = tui === true || attach !== undefined
  if (cli && isChosen) throw new UsageError('--cli and --tui exclude each other: use one of them.')
  if (isChosen || cli) return isChosen
  const { HERMES_TUI: variable } = io.env
  if (variable) return variable === '1'
  if (isPlainTerminal(io.env) || io.env.CI) return false
  return (await readSettings()).interface === 'tui'
}
