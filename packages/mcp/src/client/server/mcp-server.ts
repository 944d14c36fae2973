import { isDeepStrictEqual } from 'node:util'
import {
  describeError,
  HermesError,
  type JsonObject,
  type MessageContent,
  silentLogger,
  type ToolOutcome,
} from '@hermes/core'
import { untilAborted } from '@hermes/safety'
import type { CallOrigin, ConnectionServices, McpConnection } from '../connection/open-connection.js'
import type { RemoteSkill, RemoteSkillFile } from '../wire/remote-skill.js'
import type { Listing, RemoteTool } from '../wire/remote-tool.js'
import type { McpServerSettings } from '../wire/settings.js'
import type { ListCache } from './list-cache.js'
import { createServerLink, type ServerLink } from './server-link.js'

/**
 * One configured server. It is connected when it is first needed, and its last list remains known while it is
 * disconnected.
 */
export interface McpServer extends AsyncDisposable {
  readonly settings: McpServerSettings
  readonly state: ServerLink['state']
  readonly failure: ServerLink['failure']
  /** What the server offers. `undefined` until the first list. */
  readonly listing: Listing | undefined
  /** A counter that increases when the list has changed. */
  readonly generation: number
  /** Connects if necessary and fetches the list. @throws {HermesError} */
  refresh(): Promise<Listing>
  /**
   * Calls a tool.
   * @param expected The tool that the caller means. It is compared with the list of the connection that the call uses.
   * @throws {HermesError} `mcp/changed` when the server lists a different tool, or none. In that case, nothing was
   * called.
   */
  callTool(name: string, args: JsonObject, origin: CallOrigin, expected?: RemoteTool): Promise<ToolOutcome>
  listResources(origin: CallOrigin): Promise<readonly JsonObject[]>
  readResource(uri: string, origin: CallOrigin): Promise<MessageContent>
  getPrompt(name: string, args: Readonly<Record<string, string>>, origin: CallOrigin): Promise<MessageContent>
  /** Returns the skill at an address, whether it is listed or not. */
  getSkill(uri: string, origin: CallOrigin): Promise<RemoteSkill>
  /**
   * Reads a file of a skill, by default SKILL.md, that matches the entry.
   * @throws {HermesError} `mcp/changed` when it does not match. The skills are then listed again.
   */
  readSkill(skill: RemoteSkill, path: string | undefined, origin: CallOrigin): Promise<RemoteSkillFile>
}

export interface McpServerOptions {
  readonly settings: McpServerSettings
  /** The list of an earlier process. */
  readonly known?: Listing | undefined
  readonly cache?: Pick<ListCache, 'save'>
  readonly services: Omit<ConnectionServices, 'onListChanged' | 'onErrorOutput'>
  /** Called when the list has changed. */
  onChange?(): void
  /** See {@link ServerLinkOptions.delayMs}. */
  readonly delayMs?: (failures: number) => number
}

/** Creates a server without connecting to it. */
export function createMcpServer({ settings, known, cache, services, onChange, delayMs }: McpServerOptions): McpServer {
  const { name, keepaliveMs } = settings
  const { logger = silentLogger } = services
  let listing = known
  let generation = 0

  async function learn(connection: McpConnection, signal: AbortSignal): Promise<Listing> {
    const found = await connection.list(signal)
    if (isDeepStrictEqual(found, listing)) return found
    listing = found
    generation += 1
    await cache?.save(found).catch((error: unknown) => {
      logger.log('warn', `The list of the MCP server "${name}" could not be stored: ${describeError(error)}`)
    })
    onChange?.()
    return found
  }

  const link = createServerLink({
    name,
    keepaliveMs,
    logger,
    ...(delayMs && { delayMs }),
    async open(signal) {
      // The SDK is loaded with the first connection.
      const { openConnection } = await import('../connection/open-connection.js')
      return openConnection(
        settings,
        {
          ...services,
          onErrorOutput: (line) => logger.log('info', `MCP server "${name}": ${line}`),
          onListChanged: () => void relist(),
        },
        signal,
      )
    },
    onOpen: async (connection, signal) => void (await learn(connection, signal)),
  })

  /** Whether the list must be fetched again, because the server may announce changes faster than it lists them. */
  let isStale = false
  let isListing = false
  async function relist(): Promise<void> {
    isStale = true
    if (isListing) return
    isListing = true
    try {
      while (isStale) {
        isStale = false
        await learn(await link.connection(), AbortSignal.timeout(settings.connectTimeoutMs))
      }
    } catch (error) {
      logger.log('warn', `The MCP server "${name}" did not list its tools again: ${describeError(error)}`)
    } finally {
      isListing = false
    }
  }

  /** Resolves to the connection. A call may start while the server is being reached, and waits for that. */
  const connected = (origin: CallOrigin) => untilAborted(link.connection(), origin.signal)

  return {
    settings,
    get state() {
      return link.state
    },
    get failure() {
      return link.failure
    },
    get listing() {
      return listing
    },
    get generation() {
      return generation
    },
    async refresh() {
      const wasReady = link.state === 'ready'
      const connection = await link.connection()
      // A new connection has just fetched the list.
      if (!wasReady && listing) return listing
      return learn(connection, AbortSignal.timeout(settings.connectTimeoutMs))
    },
    async callTool(tool, args, origin, expected) {
      const connection = await connected(origin)
      // A list from before the connection may be outdated.
      if (expected && !isListed(expected, listing)) throw toolChanged(name, tool)
      return connection.callTool(tool, args, origin)
    },
    listResources: async (origin) => (await connected(origin)).listResources(origin),
    readResource: async (uri, origin) => (await connected(origin)).readResource(uri, origin),
    getPrompt: async (prompt, args, origin) => (await connected(origin)).getPrompt(prompt, args, origin),
    getSkill: async (uri, origin) => (await connected(origin)).getSkill(uri, origin),
    async readSkill(skill, path, origin) {
      try {
        return await (await connected(origin)).readSkill(skill, path, origin)
      } catch (error) {
        if (HermesError.is(error) && error.code === 'mcp/changed') await relist()
        throw error
      }
    },
    [Symbol.asyncDispose]: () => link[Symbol.asyncDispose](),
  }
}

function isListed(expected: RemoteTool, listing: Listing | undefined): boolean {
  const found = listing?.tools.find(({ name }) => name === expected.name)
  return isDeepStrictEqual(found, expected)
}

function toolChanged(server: string, tool: string): HermesError {
  return new HermesError(
    'mcp/changed',
    `The MCP server "${server}" has changed its tool "${tool}", which was not called: review the tool, and call it again.`,
  )
}
