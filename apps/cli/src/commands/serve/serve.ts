import type { CommandHandler } from '../../arguments/command-spec.js'
import { UsageError } from '../../usage-error.js'

/** `hermes serve`: serves one program over stdin and stdout, or any number of them over WebSocket, until it is asked to stop. */
export const serve: CommandHandler = async (context) => {
  const { port, host, origin } = context.values
  if (port !== undefined) return (await import('./serve-port.js')).servePort(context, port)
  if ((host ?? origin) !== undefined) throw new UsageError('--host and --origin belong to --port.')
  return (await import('./serve-stdio.js')).serveStdio(context)
}
