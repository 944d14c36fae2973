import { join } from 'node:path'
import type { Logger } from '@hermes/core'
import { createListCache, createMcpServer, type McpServer, type ServerRequests } from '@hermes/mcp'
import type { Scan } from '@hermes/safety/scan'
import { createPinBook, type PinBook } from '@hermes/tools/pins'
import { userFolder, type Variables } from '../../home/home-paths.js'
import type { McpServerConfig } from '../../schema/features/mcp.js'
import type { ServerProcesses } from '../../services/server-processes.js'
import { createSkillAgreements, type SkillAgreements } from './agree/skill-agreements.js'
import { type Agreements, createAgreements } from './agree/tool-agreements.js'
import { createLoginFile } from './login-files.js'
import { toServerSettings } from './server-settings.js'

/** A configured server with the agreements to its tools and skills. It is not connected yet. */
export interface OpenServer {
  readonly server: McpServer
  readonly agreements: Agreements
  readonly skillAgreements: SkillAgreements
}

export interface OpenServerServices {
  readonly folders: { readonly home: string; readonly cache: string }
  readonly variables: Variables
  readonly processes: ServerProcesses
  readonly fetch: typeof globalThis.fetch
  readonly logger: Logger
  readonly book: PinBook
  /** Scans the texts of the server. Default: only with rules, without a judge. */
  readonly scan?: Scan
  readonly requests?: ServerRequests
  /** Called when the list of the server has changed. */
  onChange?(): void
}

/** Opens a server. The caller disposes it. */
export async function openServer(
  name: string,
  config: McpServerConfig,
  { folders, variables, processes, fetch, logger, book, scan, requests, onChange }: OpenServerServices,
): Promise<OpenServer> {
  const settings = toServerSettings(name, config, userFolder(variables))
  const cache = createListCache(join(folders.cache, 'mcp'), settings)
  const server = createMcpServer({
    settings,
    known: await cache.load(),
    cache,
    services: {
      logger,
      fetch,
      logins: createLoginFile(folders.home, name),
      ...(requests && { requests }),
      startProcess: (endpoint, signal) => processes.start(endpoint, signal),
    },
    ...(onChange && { onChange }),
  })
  const acceptsFirst = settings.trust === 'full'
  return {
    server,
    agreements: createAgreements({ server: name, book, acceptsFirst, ...(scan && { scan }) }),
    skillAgreements: createSkillAgreements(name, book),
  }
}

/** Opens the agreements that are stored in the home. */
export function openPins(home: string): PinBook {
  return createPinBook({ path: join(home, 'mcp-pins.json') })
}
