import { Readable, Writable } from 'node:stream'
import { createLineChannel } from '@hermes/rpc'
import { maxFrameBytes } from '@hermes/rpc/schemas'
import { createRpcServer } from '@hermes/rpc/server'
import type { CommandContext } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { rpcHost } from '../../server/rpc-host.js'
import { claimStdout } from '../../setup/claim-stdout.js'
import { openCliHost } from '../../setup/open-runtime.js'
import { onStopSignal } from '../../setup/signals.js'
import { graceMs } from './serve-port.js'

/** Serves the program at the other end of stdin and stdout until it closes them. */
export async function serveStdio(context: CommandContext): Promise<number> {
  const { io } = context
  // Before anything else runs: a line that is not a message breaks the connection.
  const output = Writable.toWeb(claimStdout(io))
  await using host = await openCliHost(context)
  await using server = createRpcServer({ host: rpcHost(host, context) })
  const stopped = Promise.withResolvers<number>()
  const removeSignals = onStopSignal(stopped.resolve)
  const channel = createLineChannel({ input: Readable.toWeb(io.stdin), output, maxFrameBytes })
  const code = await Promise.race([stopped.promise, server.serve(channel).then(() => exitCode.ok)])
  removeSignals()
  await server.drain(AbortSignal.timeout(graceMs))
  return code
}
