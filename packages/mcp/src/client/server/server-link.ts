import { describeError, HermesError, type Logger } from '@hermes/core'
import type { McpConnection } from '../connection/open-connection.js'

/**
 * Keeps one connection open for as long as it is needed. It is opened at the first use, and reopened after every loss.
 */
export interface ServerLink extends AsyncDisposable {
  /** `waiting`: the last attempt failed, or the connection was lost; the next attempt follows. */
  readonly state: 'idle' | 'connecting' | 'ready' | 'waiting'
  /** Why the last attempt failed. */
  readonly failure: HermesError | undefined
  /** Returns the open connection, or the outcome of an immediate attempt. @throws {HermesError} */
  connection(): Promise<McpConnection>
}

export interface ServerLinkOptions {
  readonly name: string
  open(signal: AbortSignal): Promise<McpConnection>
  /** Called with each new connection before it is used. A rejection counts as a failed attempt. */
  onOpen(connection: McpConnection, signal: AbortSignal): Promise<void>
  /** How often the connection is checked while it is open, in milliseconds. 0: never. */
  readonly keepaliveMs: number
  readonly logger: Logger
  /**
   * Returns how long to wait before the attempt after this number of consecutive failures, in milliseconds. Default: 1
   * s, doubled up to 60 s.
   */
  readonly delayMs?: (failures: number) => number
}

/** How long a connection must last to reset the number of failures, in milliseconds. */
const stableMs = 30_000

const longestDelayMs = 60_000

/** Adds jitter, because many agents may lose the same server. */
function backoffMs(failures: number): number {
  return Math.min(longestDelayMs, 1_000 * 2 ** (failures - 1)) * (0.75 + Math.random() / 4)
}

export function createServerLink(options: ServerLinkOptions): ServerLink {
  const { name, open, onOpen, keepaliveMs, logger, delayMs = backoffMs } = options
  const ending = new AbortController()
  let current: McpConnection | undefined
  let attempt: Promise<McpConnection> | undefined
  let failure: HermesError | undefined
  let failures = 0
  let timer: NodeJS.Timeout | undefined

  function connect(): Promise<McpConnection> {
    clearTimeout(timer)
    attempt ??= tryOnce().finally(() => {
      attempt = undefined
    })
    return attempt
  }

  async function tryOnce(): Promise<McpConnection> {
    let connection: McpConnection | undefined
    try {
      ending.signal.throwIfAborted()
      connection = await open(ending.signal)
      await onOpen(connection, ending.signal)
      ending.signal.throwIfAborted()
    } catch (error) {
      await connection?.close()
      if (ending.signal.aborted) throw closed(name)
      failure = toHermesError(error)
      failures += 1
      logger.log('warn', failure.message)
      // After a failed login, the user has to act.
      if (failure.code !== 'mcp/login') retryLater()
      throw failure
    }
    failure = undefined
    current = connection
    watch(connection)
    return connection
  }

  function watch(connection: McpConnection): void {
    const openedAt = performance.now()
    const checks = keepaliveMs > 0 ? setInterval(() => check(connection), keepaliveMs).unref() : undefined
    void connection.ended.then(() => {
      clearInterval(checks)
      if (current === connection) current = undefined
      if (ending.signal.aborted) return
      failures = performance.now() - openedAt > stableMs ? 1 : failures + 1
      logger.log('warn', `The connection to the MCP server "${name}" was lost. It is opened again.`)
      retryLater()
    })
  }

  function check(connection: McpConnection): void {
    connection.check(ending.signal).catch((error: unknown) => {
      logger.log('info', `The MCP server "${name}" does not answer: ${describeError(error)}`)
      void connection.close()
    })
  }

  function retryLater(): void {
    clearTimeout(timer)
    // The attempt reports its failure itself.
    timer = setTimeout(() => void connect().catch(() => undefined), delayMs(failures)).unref()
  }

  return {
    get state() {
      if (current) return 'ready'
      if (attempt) return 'connecting'
      return failures > 0 ? 'waiting' : 'idle'
    },
    get failure() {
      return failure
    },
    connection: async () => current ?? connect(),
    async [Symbol.asyncDispose]() {
      ending.abort(closed(name))
      clearTimeout(timer)
      await attempt?.catch(() => undefined)
      await current?.close()
    },
  }
}

function closed(name: string): HermesError {
  return new HermesError('mcp/unreachable', `The MCP server "${name}" is no longer in use.`)
}

function toHermesError(error: unknown): HermesError {
  return HermesError.is(error) ? error : new HermesError('mcp/unreachable', describeError(error), { cause: error })
}
