import type { CommandContext } from '../../arguments/command-spec.js'
import { ioWith } from '../../io.js'

/** Whether a terminal gets whole lines only, because it cannot move its cursor. Windows does not set `TERM`. */
export function isPlainTerminal({ TERM }: Readonly<Record<string, string | undefined>>): boolean {
  return TERM === 'dumb' || (!TERM && process.platform !== 'win32')
}

type ReadSettings = () => Promise<{ readonly screen_reader: boolean }>

/** Whether the user wants whole lines: the option, else the variable, else `display.screen_reader`. @throws {ConfigError} */
export async function wantsWholeLines({ io, values }: CommandContext, readSettings: ReadSettings): Promise<boolean> {
  if (values['screen-reader'] === true) return true
  const { HERMES_SCREEN_READER: variable } = io.env
  if (variable) return variable === '1'
  return (await readSettings()).screen_reader
}

/** Returns the command as for a terminal that shows whole lines only, if it is one or the user wants that; otherwise unchanged. */
export async function asPlain(context: CommandContext, readSettings: ReadSettings): Promise<CommandContext> {
  const { io, values } = context
  if (!isPlainTerminal(io.env) && !(await wantsWholeLines(context, readSettings))) return context
  return {
    ...context,
    io: ioWith(io, { t: io.t, env: { ...io.env, TERM: 'dumb' } }),
    values: { ...values, 'no-color': true },
  }
}
