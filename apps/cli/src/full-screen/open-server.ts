import { createChannelPair, type FrameChannel, openWebSocket } from '@hermes/rpc'
import { createRpcServer } from '@hermes/rpc/server'
import { createCleanup } from '@hermes/safety'
import type { PromptFiles } from '@hermes/tui'
import type { CommandContext } from '../arguments/command-spec.js'
import { type OpenFolder, rpcHost } from '../server/rpc-host.js'
import { readServeFile } from '../server/serve-file.js'
import { cliSender, sourceOf } from '../setup/open-conversation.js'
import { findHome } from '../setup/open-home.js'
import { isPlaceKept, openCliHost } from '../setup/open-runtime.js'
import { chooseSession } from '../setup/resume/choose-session.js'
import { rememberSession } from '../setup/resume/terminal-sessions.js'
import { UsageError } from '../usage-error.js'
import { promptFiles } from './prompt-files.js'

/** A server, and the session to show. Disposing it ends a server in this process. */
export interface OpenServer extends AsyncDisposable {
  readonly channel: FrameChannel
  /** Connects again to a server elsewhere. */
  readonly reopen?: () => Promise<FrameChannel>
  readonly workingDirectory?: string
  /** Absent if the server is elsewhere. */
  readonly files?: PromptFiles
  /** Absent if the server is elsewhere. */
  readonly folderOf?: (workingDirectory: string) => OpenFolder | undefined
  readonly sessionId?: string
  /** Notes that this terminal showed a session of this home. @returns false if nothing of it is stored. */
  remember(sessionId: string): Promise<boolean>
}

/** The server of `--attach`, or one in this process. */
export function openServer(context: CommandContext): Promise<OpenServer> {
  return context.values.attach === undefined ? openOwn(context) : openRemote(context, context.values.attach)
}

async function openOwn(context: CommandContext): Promise<OpenServer> {
  await using stack = createCleanup()
  const host = stack.use(await openCliHost(context))
  const session = await chooseSession(host.store, context.values, context.io)
  const folders = new Map<string, OpenFolder>()
  const folderOf = (workingDirectory: string) => folders.get(workingDirectory)
  const served = rpcHost(host, context, {
    source: sourceOf(context.values),
    sender: cliSender,
    // A session that is opened takes the place of the one that was shown.
    clearScreen: () => undefined,
    keepsFolder: isPlaceKept(context.values),
    onOpen: (workingDirectory, folder) => void folders.set(workingDirectory, folder),
  })
  const server = stack.use(createRpcServer({ host: served }))
  const [channel, far] = createChannelPair()
  void server.serve(far)
  const kept = stack.move()
  return {
    channel,
    workingDirectory: context.io.workingDirectory,
    folderOf,
    files: promptFiles(folderOf, {
      agentHome: host.paths.home,
      mode: host.config.security.workspace_only ? 'workspace-only' : 'default',
    }),
    ...(session && { sessionId: session.id }),
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
  const { resume } = context.values
  const open = async () => {
    // A server that was started again has another token, and maybe another port.
    const now = await readServeFile(findHome(context).home)
    if (attach !== 'local' || now === undefined) return openWebSocket(url, { token })
    return openWebSocket(now.url, { token: env.HERMES_SERVE_TOKEN || now.token })
  }
  return {
    channel: await open(),
    reopen: open,
    ...(resume !== undefined && { sessionId: resume }),
    remember: async () => true,
    [Symbol.asyncDispose]: async () => undefined,
  }
}
