import { ConfigError } from '@hermes/core'
import { createRpcServer, isLoopbackName, listenForClients } from '@hermes/rpc/server'
import type { CommandContext } from '../../arguments/command-spec.js'
import { writeLine } from '../../io.js'
import { rpcHost } from '../../server/rpc-host.js'
import { chooseToken, writeServeFile } from '../../server/serve-file.js'
import { findHome } from '../../setup/open-home.js'
import { openCliHost } from '../../setup/open-runtime.js'
import { onStopSignal } from '../../setup/signals.js'

/** How long running turns may continue after a stop signal, in milliseconds. */
export const graceMs = 4_000

/** Words for programs, the same in every language. */
const sentinels = { ready: 'READY', portTaken: 'PORT_IN_USE' } as const

/** Exit code when another program uses the port: EX_TEMPFAIL. */
const portTakenCode = 75

/**
 * Serves programs over WebSocket until a signal stops it. A program that started it waits for the line `READY URL` or `PORT_IN_USE PORT`,
 * which is the same in every language.
 */
export async function servePort(context: CommandContext, port: number): Promise<number> {
  const { io, values } = context
  const token = chooseToken(io.env, 'HERMES_SERVE_TOKEN')
  await using opened = await openCliHost(context)
  await using server = createRpcServer({ host: rpcHost(opened, context) })
  const stopped = Promise.withResolvers<number>()
  const removeSignals = onStopSignal(stopped.resolve)
  const host = values.host ?? '127.0.0.1'
  const listening = await listenForClients({
    server,
    host,
    port,
    token,
    ...(values.origin !== undefined && { origins: values.origin.split(',').map((origin) => origin.trim()) }),
  }).catch(async (error: unknown) => {
    if (!isPortTaken(error)) throw error
    await writeLine(io.stderr, `hermes serve: ${io.t.of(error.message)}`)
    return undefined
  })
  if (!listening) {
    removeSignals()
    await writeLine(io.stdout, `${sentinels.portTaken} ${port}`)
    return portTakenCode
  }
  await using listener = listening
  await using file = await writeServeFile(findHome(context).home, { url: listener.url, token })
  await writeLine(io.stdout, io.t`Hermes serves ${listener.url}`)
  await writeLine(io.stdout, io.t`Token: ${token} (also in ${file.path})`)
  if (!isLoopbackName(host)) {
    await writeLine(
      io.stderr,
      `hermes serve: ${io.t`Others can read this connection: put a proxy with TLS in front of it.`}`,
    )
  }
  await writeLine(io.stdout, `${sentinels.ready} ${listener.url}`)
  const code = await stopped.promise
  removeSignals()
  await server.drain(AbortSignal.timeout(graceMs))
  return code
}

function isPortTaken(error: unknown): error is ConfigError {
  if (!ConfigError.is(error)) return false
  const { cause } = error
  return cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE'
}
