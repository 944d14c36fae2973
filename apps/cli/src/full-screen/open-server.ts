import { createChannelPair, openWebSocket } from '@hermes/rpc'
import { createRpcServer } from '@hermes/rpc/server'
import { createCleanup } from '@hermes/safety'
import type { Connection } from '@hermes/tui'
import type { CommandContext } from '../arguments/command-spec.js'
import { shadowedLine } from '../render/outcomes/shadowed-line.js'
import { type OpenFolder, rpcHost } from '../server/rpc-host.js'
import { readServeFile } from '../server/serve-file.js'
import { cliSender, sourceOf } from '../setup/open-conversation.js'
import { findHome } from '../setup/open-home.js'
import { isPlaceKept, openCliHost } from '../setup/open-runtime.js'
import { chooseSession } from '../setup/resume/choose-session.js'
import { rememberSession } from '../setup/resume/terminal-sessions.js'
import { UsageError } from '../usage-error.js'
import { remoteSession } from './remote-session.js'

/** A server and the session to show. Disposing it ends a server in this process. */
export interface OpenServer extends AsyncDisposable {
  readonly connection: Connection
  /** Records that this terminal showed a session of this home. @returns false if the session is not stored. */
  remember(sessionId: string): Promise<boolean>
}

export interface OpenServerOptions {
  /** Receives the folders that a server in this process opens. */
  readonly folders: Map<string, OpenFolder>
  /** Called with warnings about a home that is opened here. */
  readonly warn: (text: string) => void
}

/** Opens the server of `--attach`, or one in this process. */
export function openServer(context: CommandContext, options: OpenServerOptions): Promise<OpenServer> {
  const { attach } = context.values
  return attach === undefined ? openOwn(context, options) : openRemote(context, attach)
}

async function openOwn(context: CommandContext, { folders, warn }: OpenServerOptions): Promise<OpenServer> {
  await using stack = createCleanup()
  const host = stack.use(await openCliHost(context, warn))
  const session = await chooseSession(host.store, context.values, context.io)
  const served = rpcHost(host, context, {
    source: sourceOf(context.values),
    sender: cliSender,
    wakes: true,
    // Nothing to clear: a session that is opened replaces the one on the screen.
    clearScreen: () => undefined,
    keepsFolder: isPlaceKept(context.values),
    onOpen(workingDirectory, folder, shadowed) {
      folders.set(workingDirectory, folder)
      for (const each of shadowed) warn(shadowedLine(each, context.io.t))
    },
  })
  const server = stack.use(createRpcServer({ host: served }))
  const [channel, far] = createChannelPair()
  void server.serve(far)
  const kept = stack.move()
  return {
    connection: { channel, ...(session && { sessionId: session.id }) },
    async remember(id) {
      await rememberSession(host.store, context.io, id)
      return (await host.store.sessions.get(id)) !== undefined
    },
    [Symbol.asyncDispose]: () => kept[Symbol.asyncDispose](),
  }
}

async function openRemote(context: CommandContext, attach: string): Promise<OpenServer> {
  const { env } = context.io
  const file = await readServeFile(findHome(context).home)
  const url = attach === 'local' ? file?.url : attach
  const token = env.HERMES_SERVE_TOKEN || (file?.url === url ? file?.token : undefined)
  if (url === undefined) throw new UsageError('No server of this home runs: start `hermes serve --port 8643`.')
  if (token === undefined) throw new UsageError(`HERMES_SERVE_TOKEN must have the token of ${url}.`)
  const open = async () => {
    // A restarted server has another token, and possibly another port.
    const now = await readServeFile(findHome(context).home)
    if (attach !== 'local' || now === undefined) return openWebSocket(url, { token })
    return openWebSocket(now.url, { token: env.HERMES_SERVE_TOKEN || now.token })
  }
  const sessionId = await remoteSession(open, context.values, context.io)
  return {
    connection: { channel: await open(), reopen: open, ...(sessionId !== undefined && { sessionId }) },
    remember: async () => true,
    [Symbol.asyncDispose]: async () => undefined,
  }
}
