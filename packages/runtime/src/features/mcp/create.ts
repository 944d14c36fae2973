import { join } from 'node:path'
import { createListCache, createMcpServer, type McpServer } from '@hermes/mcp'
import { createPinBook } from '@hermes/tools/pins'
import { createCleanup } from '../../cleanup.js'
import { userFolder } from '../../home/home-paths.js'
import type { Feature, Host } from '../../host.js'
import type { McpServerConfig } from '../../schema/features/mcp.js'
import { createAgreements } from './agreements.js'
import { createListedTools, type ListedTools } from './listed-tools.js'
import { createReview } from './review-tools.js'
import { createServerProcesses } from './server-processes.js'
import { toServerSettings } from './server-settings.js'
import { createToolSource } from './tool-source.js'

/** The section `mcp_servers`. */
export type McpSettings = Readonly<Record<string, McpServerConfig>>

export interface ConnectedServer {
  readonly server: McpServer
  readonly listed: ListedTools
}

/** Tools, resources and prompts of the configured servers. None of them is connected before it is needed. */
export async function createMcp(host: Host<McpSettings>): Promise<Feature> {
  const { settings, variables, environment, logger } = host
  await using opening = createCleanup()
  const processes = opening.use(
    createServerProcesses({ workingDirectory: environment.workingDirectory, variables, logger }),
  )
  const enabled = Object.entries(settings).filter(([, config]) => config.enabled)
  const book = createPinBook({ path: pinsPath(host.folders.home) })
  const servers = await Promise.all(
    enabled.map(async ([name, config]): Promise<ConnectedServer> => {
      const own = toServerSettings(name, config, userFolder(variables))
      const cache = createListCache(listFolder(host.folders.cache), own)
      const server: McpServer = opening.use(
        createMcpServer({
          settings: own,
          known: await cache.load(),
          cache,
          services: { logger, fetch: host.fetch, startProcess: (...given) => processes.start(...given) },
          onChange: () => listed.update(),
        }),
      )
      const agreements = createAgreements({ server: name, book, acceptsFirst: own.trust === 'full' })
      const listed = createListedTools({ server, agreements, review: createReview(name, host.questions), logger })
      await listed.update()
      return { server, listed }
    }),
  )
  const ending = opening.move()
  return {
    name: 'mcp',
    source: createToolSource(servers),
    [Symbol.asyncDispose]: () => ending[Symbol.asyncDispose](),
  }
}

/** What people have agreed to, in the home. */
export function pinsPath(home: string): string {
  return join(home, 'mcp-pins.json')
}

/** The last lists of servers, in the cache of the home. */
export function listFolder(cache: string): string {
  return join(cache, 'mcp')
}
