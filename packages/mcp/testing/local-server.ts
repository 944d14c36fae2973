import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { JsonObject, Logger } from '@hermes/core'
import { createLocalEnvironment } from '@hermes/environments'
import { onTestFinished } from 'vitest'
import type { CallOrigin } from '../src/client/connection/open-connection.js'
import { createMcpServer, type McpServer, type McpServerOptions } from '../src/client/server/mcp-server.js'
import type { McpServerSettings } from '../src/client/wire/settings.js'

export const fakeServer = fileURLToPath(new URL('fake-server.mjs', import.meta.url))

export const settings: McpServerSettings = {
  name: 'fake',
  endpoint: { kind: 'stdio', command: process.execPath, args: [fakeServer], variables: {} },
  toolset: 'mcp-fake',
  trust: 'untrusted',
  timeoutMs: 10_000,
  connectTimeoutMs: 10_000,
  keepaliveMs: 0,
  isParallel: false,
  hasResources: true,
  hasPrompts: true,
  mayElicit: true,
  maySample: true,
  getsRoots: true,
}

export interface Opened {
  readonly server: McpServer
  readonly logged: readonly string[]
  call(name: string, args?: JsonObject, origin?: Partial<CallOrigin>): ReturnType<McpServer['callTool']>
}

/** A server in real processes. */
export function openServer(
  own: Partial<McpServerSettings> & { readonly variables?: Record<string, string> } = {},
  options: Partial<Omit<McpServerOptions, 'settings'>> = {},
): Opened {
  const folder = mkdtempSync(join(tmpdir(), 'hermes-mcp-'))
  const logged: string[] = []
  const logger: Logger = { log: (level, message) => void logged.push(`${level}: ${message}`) }
  const environment = createLocalEnvironment({
    workingDirectory: folder,
    variables: { PATH: process.env.PATH, HOME: folder },
  })
  const { variables = {}, ...others } = own
  const server = createMcpServer({
    settings: {
      ...settings,
      endpoint: { ...settings.endpoint, variables } as McpServerSettings['endpoint'],
      ...others,
    },
    delayMs: () => 20,
    ...options,
    services: {
      logger,
      fetch: globalThis.fetch,
      startProcess: ({ command, args, variables: given }, signal) =>
        environment.spawn(
          {
            command: `exec '${command}' ${args.map((each) => `'${each}'`).join(' ')}`,
            variables: given,
            keepsInput: true,
          },
          { signal },
        ),
      ...options.services,
    },
  })
  onTestFinished(async () => {
    await server[Symbol.asyncDispose]()
    await environment[Symbol.asyncDispose]()
    rmSync(folder, { recursive: true, force: true })
  })
  return {
    server,
    logged,
    call: (name, args = {}, origin = {}) => server.callTool(name, args, { ...originOf(), ...origin }),
  }
}

export function originOf(origin: Partial<CallOrigin> = {}): CallOrigin {
  return { sessionId: 's', signal: new AbortController().signal, report: () => undefined, ...origin }
}
