import type { FrameChannel } from '../contracts/frame-channel.js'
import type { RpcHost } from '../contracts/rpc-host.js'
import { ClientConnection, type Handlers } from './connection/client-connection.js'
import { LiveSessions } from './live/live-sessions.js'
import { commandMethods } from './methods/command-methods.js'
import { connectionMethods } from './methods/connection-methods.js'
import { conversationMethods } from './methods/conversation-methods.js'
import { promptMethods } from './methods/prompt-methods.js'
import { sessionMethods } from './methods/session-methods.js'
import { settingsMethods } from './methods/settings-methods.js'
import { subagentMethods } from './methods/subagent-methods.js'

export interface RpcServerOptions {
  readonly host: RpcHost
  /**
   * How long a question waits for a client that can answer after the last one has left, in milliseconds. Default:
   * 60,000. Afterwards, it is denied.
   */
  readonly answerGraceMs?: number
  /** How long a session without clients and work stays open, in milliseconds. Default: 300,000. */
  readonly idleMs?: number
  /**
   * How long one frame may wait for a client that does not read before the client is disconnected, in milliseconds.
   * Default: 30,000.
   */
  readonly writeLimitMs?: number
}

/** Serves any number of clients. Disposing it disconnects them and interrupts running turns. */
export interface RpcServer extends AsyncDisposable {
  /** Serves one client. Resolves when it has disconnected; its sessions stay open. */
  serve(channel: FrameChannel): Promise<void>
  /** Waits for running turns to end. Aborting the signal interrupts them. New prompts are refused. */
  drain(signal: AbortSignal): Promise<void>
}

const handlers: Handlers = {
  ...connectionMethods,
  ...sessionMethods,
  ...conversationMethods,
  ...promptMethods,
  ...commandMethods,
  ...settingsMethods,
  ...subagentMethods,
}

/**
 * Creates a server of Hermes RPC.
 *
 * @example
 * ```ts
 * await using server = createRpcServer({ host })
 * await server.serve(createLineChannel({ input, output, maxFrameBytes }))
 * ```
 */
export function createRpcServer(options: RpcServerOptions): RpcServer {
  const { host, answerGraceMs = 60_000, idleMs = 300_000, writeLimitMs } = options
  const sessions = new LiveSessions({ host, answerGraceMs, idleMs })
  const clients = new Set<ClientConnection>()
  return {
    async serve(channel) {
      const client = new ClientConnection({
        channel,
        host,
        sessions,
        handlers,
        ...(writeLimitMs !== undefined && { writeLimitMs }),
      })
      clients.add(client)
      await client.closed
      clients.delete(client)
    },
    drain: (signal) => sessions.drain(signal),
    async [Symbol.asyncDispose]() {
      await sessions[Symbol.asyncDispose]()
      for (const client of clients) client.close()
    },
  }
}
