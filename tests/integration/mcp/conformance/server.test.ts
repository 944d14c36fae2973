import type { ConversationHost } from '@hermes/mcp'
import { createRequestStateCodec, type McpServer } from '@modelcontextprotocol/server'
import { expect, onTestFinished, test } from 'vitest'
import { conversationServer } from '../../../../packages/mcp/src/server/conversation-server.js'
import { listen } from '../../../../packages/mcp/src/server/http/listen.js'
import { createMcpEndpoint, type McpEndpoint } from '../../../../packages/mcp/src/server/http/mcp-endpoint.js'
import { endpointPath, routeClients } from '../../../../packages/mcp/src/server/http/route-clients.js'
import { addContentTools } from './fixtures/content-tools.js'
import { addInputTools, type Round } from './fixtures/input-tools.js'
import { addResourcesAndPrompts } from './fixtures/resources-and-prompts.js'
import { skillFixtures } from './fixtures/skills.js'
import { runSuite, skillScenarios } from './run-suite.js'

const host: ConversationHost = {
  version: '1',
  skills: skillFixtures,
  list: async () => [],
  read: async () => [],
  search: async () => [],
  interrupt: async () => false,
  questions: async () => [],
  send: () => Promise.reject(new Error('There is no agent.')),
  answer: () => Promise.reject(new Error('There is no question.')),
}

/** Starts the server of conversations with the tools that the suite looks for, for clients without a token. */
async function startServer(): Promise<string> {
  const codec = createRequestStateCodec<Round>({ key: new Uint8Array(32).fill(7) })
  const token = 'a-token-of-the-test'
  const changing = { listChanged: true }
  const createServer = (): McpServer => {
    const server = conversationServer(host, 'all', {
      capabilities: {
        logging: {},
        completions: {},
        tools: changing,
        prompts: changing,
        resources: { subscribe: true },
      },
      requestState: { verify: codec.verify },
    })
    addContentTools(server, () => endpoint.notify)
    addInputTools(server, codec)
    addResourcesAndPrompts(server)
    for (const method of ['resources/subscribe', 'resources/unsubscribe'] as const) {
      server.server.setRequestHandler(method, async () => ({}))
    }
    return server
  }
  const endpoint: McpEndpoint = createMcpEndpoint(createServer)
  const route = routeClients([{ token, endpoint }], { isLoopback: true, origins: [] })
  const listener = await listen({
    host: '127.0.0.1',
    port: 0,
    fetch(request) {
      request.headers.set('authorization', `Bearer ${token}`)
      return route(request)
    },
  })
  onTestFinished(async () => {
    await endpoint[Symbol.asyncDispose]()
    await listener[Symbol.asyncDispose]()
  })
  return `${listener.url}${endpointPath}`
}

test.each(['2025-11-25', '2026-07-28'] as const)('the server does what revision %s requires', async (revision) => {
  const { passed, failed } = await runSuite('server', { revision }, { args: ['--url', await startServer()] })
  expect(failed).toEqual([])
  expect(passed).toBeGreaterThan(75)
})

test.each(skillScenarios.server)('the server does what the extension for skills requires: %s', async (scenario) => {
  const { passed, failed } = await runSuite('server', { scenario }, { args: ['--url', await startServer()] })
  expect(failed).toEqual([])
  expect(passed).toBeGreaterThan(3)
})
