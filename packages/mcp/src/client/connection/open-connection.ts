import {
  type HermesError,
  type JsonObject,
  type Logger,
  type MessageContent,
  silentLogger,
  type ToolContext,
  type ToolOutcome,
} from '@hermes/core'
import { Client, SdkError, SdkErrorCode, SdkHttpError, type Transport } from '@modelcontextprotocol/client'
import { SkillsClient } from '@modelcontextprotocol/client/ext/skills'
import type { RemoteSkill, RemoteSkillFile } from '../wire/remote-skill.js'
import type { Listing } from '../wire/remote-tool.js'
import { toOutcome, toPart, toResourceContent } from '../wire/result-content.js'
import type { McpServerSettings } from '../wire/settings.js'
import { answerServer } from './answer-server.js'
import { startCallClock } from './call-clock.js'
import { createCallsInFlight } from './calls-in-flight.js'
import { completeResults } from './complete-results.js'
import { isSessionGone, toConnectError, toRequestError } from './explain-failure.js'
import { listAll } from './list-all.js'
import { type TransportServices, transportsFor } from './open-transport.js'
import { type ServerExit, toStartError } from './server-exit.js'
import type { ServerRequests } from './server-requests.js'

/** What a call needs from the tool call that causes it. */
export type CallOrigin = Pick<ToolContext, 'sessionId' | 'signal' | 'report' | 'run'>

/** An open connection to a server. Requests reject with a {@link HermesError}. */
export interface McpConnection {
  list(signal: AbortSignal): Promise<Listing>
  callTool(name: string, args: JsonObject, origin: CallOrigin): Promise<ToolOutcome>
  listResources(origin: CallOrigin): Promise<readonly JsonObject[]>
  readResource(uri: string, origin: CallOrigin): Promise<MessageContent>
  getPrompt(name: string, args: Readonly<Record<string, string>>, origin: CallOrigin): Promise<MessageContent>
  /** Returns the skill at an address, whether it is listed or not. */
  getSkill(uri: string, origin: CallOrigin): Promise<RemoteSkill>
  /**
   * Reads a file of a skill, by default SKILL.md. Rejects with `mcp/changed` when it does not match the entry.
   * @param path Relative to the folder of the skill.
   */
  readSkill(skill: RemoteSkill, path: string | undefined, origin: CallOrigin): Promise<RemoteSkillFile>
  /** Rejects when the server no longer answers. */
  check(signal: AbortSignal): Promise<void>
  /** Resolves when the connection has ended. */
  readonly ended: Promise<void>
  close(): Promise<void>
}

export interface ConnectionServices extends TransportServices {
  readonly requests?: ServerRequests
  readonly logger?: Logger
  /** Called when the list of tools, prompts or skills has changed. */
  onListChanged?(): void
}

/** How long to wait for the version, in milliseconds. Older servers do not answer that question. */
const probeMs = 10_000

/**
 * Connects to a server with the newest protocol that both sides know, and with the older SSE transport for servers that
 * support only that.
 * @throws {HermesError} `mcp/unreachable`, `mcp/login`
 */
export async function openConnection(
  settings: McpServerSettings,
  services: ConnectionServices,
  signal: AbortSignal,
): Promise<McpConnection> {
  const { logger = silentLogger } = services
  const failures: unknown[] = []
  const exits: ServerExit[] = []
  const onExit = (exit: ServerExit) => void exits.push(exit)
  for (const [index, create] of transportsFor(settings.endpoint, { ...services, onExit }).entries()) {
    if (index > 0 && !mayBeOlder(failures[0])) break
    for (const mode of ['auto', 'legacy'] as const) {
      try {
        return await connect(settings, { ...services, logger }, { transport: create(), mode, signal })
      } catch (error) {
        signal.throwIfAborted()
        failures.push(error)
        // Some older programs exit when they are asked for their version.
        if (!isEnded(error)) break
      }
    }
  }
  throw toOpenError(settings, failures[0], exits[0])
}

/** If a program ended, the rest of the failure follows from that. */
function toOpenError(
  { name, endpoint }: McpServerSettings,
  failure: unknown,
  exit: ServerExit | undefined,
): HermesError {
  if (exit && endpoint.kind === 'stdio') return toStartError(name, endpoint.command, exit)
  return toConnectError(name, failure)
}

/** Whether a server may support only the SSE transport. */
function mayBeOlder(error: unknown): boolean {
  return error instanceof SdkHttpError && [400, 404, 405, 406].includes(error.status)
}

function isEnded(error: unknown): boolean {
  return error instanceof SdkError && error.code === SdkErrorCode.ConnectionClosed
}

interface Attempt {
  readonly transport: Transport
  readonly mode: 'auto' | 'legacy'
  readonly signal: AbortSignal
}

async function connect(
  settings: McpServerSettings,
  services: ConnectionServices & { readonly logger: Logger },
  { transport, mode, signal }: Attempt,
): Promise<McpConnection> {
  const { name: server, timeoutMs, connectTimeoutMs: timeout } = settings
  const { requests = {}, logger, onListChanged } = services
  const inFlight = createCallsInFlight()
  const changed = { onChanged: () => onListChanged?.(), autoRefresh: false }
  const onResourcesChanged = () => {
    if (skills.supported) onListChanged?.()
  }
  const client = new Client(
    { name: 'hermes', version: '0.0.0' },
    {
      versionNegotiation: { mode, probe: { timeoutMs: Math.min(timeout, probeMs) } },
      // Skills have no separate notification, because each is a resource.
      listChanged: { tools: changed, prompts: changed, resources: { ...changed, onChanged: onResourcesChanged } },
      // A schema of a hostile server can keep a validator busy forever, and nothing here relies on its results being
      // valid.
      jsonSchemaValidator: {
        getValidator: () => (input) => ({ valid: true, data: input as never, errorMessage: undefined }),
      },
    },
  )
  const skills = new SkillsClient(client)
  answerServer(client, { settings, requests, inFlight, logger })
  const ended = Promise.withResolvers<void>()
  client.onclose = () => ended.resolve()
  client.onerror = (error) => logger.log('debug', `MCP server "${server}": ${error.message}`)
  try {
    await client.connect(transport, { timeout, signal })
  } catch (error) {
    await client.close().catch(() => undefined)
    await transport.close().catch(() => undefined)
    throw error
  }
  if (client.getProtocolEra() === 'modern') completeResults(transport)

  async function request<Result>(
    { signal: caller, ...origin }: CallOrigin,
    send: (options: { signal: AbortSignal; timeout: number; onprogress(progress: object): void }) => Promise<Result>,
  ): Promise<Result> {
    using clock = startCallClock(server, timeoutMs, caller)
    const { signal } = clock
    const onprogress = (progress: { progress?: number; total?: number; message?: string }) => {
      clock.restart()
      origin.report(describeProgress(progress))
    }
    const leave = inFlight.enter({ clock, server, ...origin, signal })
    try {
      // The time limit is enforced by the clock.
      return await send({ signal, timeout: 2 ** 31 - 1, onprogress })
    } catch (error) {
      caller.throwIfAborted()
      const expired = clock.expired()
      if (expired) throw expired
      if (isSessionGone(error)) void client.close()
      throw toRequestError(server, error)
    } finally {
      leave()
    }
  }

  return {
    list: (listing) =>
      listAll(client, listing, { timeout: timeoutMs, server, logger }).catch((error) =>
        Promise.reject(toRequestError(server, error)),
      ),
    callTool: (name, args, origin) =>
      request(origin, async (options) => toOutcome(await client.callTool({ name, arguments: { ...args } }, options))),
    listResources: (origin) =>
      request(origin, async (options) => {
        const { resources } = await client.listResources(undefined, options)
        return resources.map(({ uri, name, description, mimeType }) => ({ uri, name, description, mimeType }))
      }),
    readResource: (uri, origin) =>
      request(origin, async (options) => toResourceContent(await client.readResource({ uri }, options))),
    getPrompt: (name, args, origin) =>
      request(origin, async (options) => {
        const { messages } = await client.getPrompt({ name, arguments: { ...args } }, options)
        return messages.map(({ content }) => toPart(content))
      }),
    getSkill: (uri, origin) => request(origin, async (options) => (await skills.get(uri, options)).skill),
    readSkill: (skill, path, origin) =>
      request(origin, async (options) => {
        const { bytes } = await skills.read(skill, path, options)
        return { bytes }
      }),
    check: async (checking) => {
      // Newer servers have no sessions that could be lost.
      if (client.getProtocolEra() === 'legacy') await client.ping({ signal: checking, timeout })
    },
    ended: ended.promise,
    close: () => client.close(),
  }
}

function describeProgress({
  progress,
  total,
  message,
}: {
  progress?: number
  total?: number
  message?: string
}): string {
  const share = total ? `${progress}/${total}` : `${progress ?? ''}`
  return message ? `${share} ${message.slice(0, 200)}` : share
}
