import type { CommandContext } from '../../arguments/command-spec.js'
import { ioWith } from '../../io.js'

/** Whether a terminal gets whole lines only, because it cannot move its cursor. Windows sets no `TERM`. */
export function isPlainTerminal({ TERM }: Readonly<Record<string, string | undefined>>): boolean {
  return TERM === 'dumb' || (!TERM && process.platform !== 'win32')
}

/** The command as for a terminal that shows whole lines only, if it is one or the user asked for it; else unchanged. */
export function asPlain(context: CommandContext): CommandContext {
  const { io, values } = context
  const isWanted = values['screen-reader'] === true || io.env.HERMES_SCREEN_READER === '1'
  if (!isWanted && !isPlainTerminal(io.env)) return context
  return {
    ...context,
    io: ioWith(io, { t: io.t, env: { ...io.env, TERM: 'dumb' } }),
    values: { ...values, 'no-color': true },
  }
}
