import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import type { Benchmark, Figures, Place, Prepare } from '../benchmark.ts'
import { firstInput, model } from '../conversation.ts'
import { hermes, measureNode, runNode } from '../hermes-command.ts'
import { median } from '../median.ts'

const server = join(import.meta.dirname, '../mcp/server.mjs')
const toolsOfServer = 10
const tool = 'list_records_3'
const args = { filter: 'age > 3' }
/** The number of calls on a connected server, whose median counts. */
const later = 50

/**
 * Measures the start with servers. Their lists are known from earlier starts, as usual: the first rounds do not count.
 */
export const mcpStart: Benchmark = {
  id: 'mcp-start',
  title: 'what 20 configured MCP servers add to the start of hermes -z',
  rounds: 11,
  floor: 'hermes -z',
  contenders: { 'hermes -z': start(0), '20 servers': start(20) },
  targets: [
    { contender: '20 servers', figure: 'addedCpuMs', limit: 30 },
    { contender: '20 servers', figure: 'addedWallMs', limit: 30 },
  ],
}

export const mcpTokens: Benchmark = {
  id: 'mcp-tokens',
  title: 'the tokens of prompt and tools before the first word, and what 500 MCP tools add',
  rounds: 1,
  floor: 'hermes',
  contenders: { hermes: promptSize(0), '500 tools': promptSize(50) },
  targets: [{ contender: '500 tools', figure: 'addedTokens', limit: 1_000 }],
}

/** Measures the time until the answer of a server that is not running yet, and of one that is. */
export const mcpCall: Benchmark = {
  id: 'mcp-call',
  title: 'the first call of a tool of an MCP server over standard input, which starts it, and later ones',
  rounds: 7,
  floor: 'lines of JSON',
  contenders: { 'lines of JSON': callByHand, sdk: callWithSdk, hermes: callWithHermes },
  targets: [{ contender: 'hermes', figure: 'firstMs', limit: 1.5, against: 'lines of JSON' }],
}

function start(count: number): Prepare {
  return ({ server: provider, folder }) => {
    const command = [hermes, '-z', firstInput, '--provider', 'custom', '--model', model]
    const all = [...command, '--base-url', `${provider}/tools/0/v1`]
    const without = { folder: homeWith(0, folder) }
    const own = { folder: homeWith(count, folder) }
    return async () => {
      const plain = measureNode(all, without)
      if (count === 0) return plain
      const figures = measureNode(all, own)
      const added = (figure: string) => (figures[figure] ?? 0) - (plain[figure] ?? 0)
      return { ...figures, addedCpuMs: added('cpuMs'), addedWallMs: added('wallMs') }
    }
  }
}

function promptSize(count: number): Prepare {
  return ({ folder }) => {
    const tokensWith = (servers: number): number => {
      const place = { folder: homeWith(servers, folder) }
      const print = () => runNode([hermes, 'prompt-size', '--json'], place)
      // The second one knows the lists from the first.
      print()
      return JSON.parse(print()).totalTokens
    }
    return async (): Promise<Figures> => {
      const tokens = tokensWith(count)
      return { tokens, addedTokens: tokens - tokensWith(0) }
    }
  }
}

/** Creates a home. @returns a folder whose home has this many servers in its settings. */
function homeWith(count: number, parent: string): string {
  const folder = join(parent, `servers-${count}`)
  const one = { command: process.execPath, args: [server, `${toolsOfServer}`], trust: 'full' }
  const servers = Object.fromEntries(Array.from({ length: count }, (_, index) => [`server${index}`, one]))
  mkdirSync(join(folder, 'home'), { recursive: true })
  writeFileSync(join(folder, 'home/config.yaml'), JSON.stringify({ mcp_servers: servers }))
  return folder
}

/** An open connection to a separate server. */
interface Caller {
  call(): Promise<unknown>
  close(): Promise<void>
}

function calls(connect: () => Promise<Caller>): ReturnType<Prepare> {
  return async (): Promise<Figures> => {
    const start = performance.now()
    const { call, close } = await connect()
    await call()
    const firstMs = performance.now() - start
    const times: number[] = []
    for (let count = 0; count < later; count += 1) {
      const before = performance.now()
      await call()
      times.push(performance.now() - before)
    }
    await close()
    return { firstMs, laterUs: median(times) * 1_000 }
  }
}

function callByHand(): ReturnType<Prepare> {
  return calls(async () => {
    const child = spawn(process.execPath, [server, `${toolsOfServer}`], { stdio: ['pipe', 'pipe', 'inherit'] })
    const waiting = new Map<number, (result: unknown) => void>()
    createInterface({ input: child.stdout }).on('line', (line) => {
      const { id, result } = JSON.parse(line)
      waiting.get(id)?.(result)
    })
    let sent = 0
    const ask = (method: string, params: object) =>
      new Promise((resolve) => {
        sent += 1
        waiting.set(sent, resolve)
        child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: sent, method, params })}\n`)
      })
    const clientInfo = { name: 'bench', version: '1' }
    await ask('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo })
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`)
    return {
      call: () => ask('tools/call', { name: tool, arguments: args }),
      async close() {
        const exited = once(child, 'exit')
        child.kill()
        await exited
      },
    }
  })
}

async function callWithSdk(): Promise<Awaited<ReturnType<Prepare>>> {
  const { resolve } = createRequire(new URL('../../packages/mcp/package.json', import.meta.url))
  const load = (name: string) => import(pathToFileURL(resolve(name)).href)
  const { Client } = await load('@modelcontextprotocol/client')
  const { StdioClientTransport } = await load('@modelcontextprotocol/client/stdio')
  return calls(async () => {
    const client = new Client({ name: 'bench', version: '1' })
    await client.connect(new StdioClientTransport({ command: process.execPath, args: [server, `${toolsOfServer}`] }))
    return { call: () => client.callTool({ name: tool, arguments: args }), close: () => client.close() }
  })
}

async function callWithHermes({ folder }: Place): Promise<Awaited<ReturnType<Prepare>>> {
  const { createMcpServer } = await import('../../packages/mcp/dist/index.js')
  const { createLocalEnvironment } = await import('../../packages/environments/dist/index.js')
  const environment = createLocalEnvironment({ workingDirectory: folder, variables: process.env })
  const origin = { sessionId: 'bench', signal: new AbortController().signal, report: () => undefined }
  return calls(async () => {
    const mcp = createMcpServer({
      settings: {
        name: 'bench',
        endpoint: { kind: 'stdio', command: process.execPath, args: [server, `${toolsOfServer}`], variables: {} },
        toolset: 'bench',
        trust: 'full',
        timeoutMs: 10_000,
        connectTimeoutMs: 10_000,
        keepaliveMs: 0,
        isParallel: false,
        hasResources: false,
        hasPrompts: false,
        mayElicit: false,
        maySample: false,
        getsRoots: false,
      },
      services: {
        fetch,
        startProcess: ({ command, args: words }, signal) =>
          environment.spawn({ command: `exec ${[command, ...words].join(' ')}`, keepsInput: true }, { signal }),
      },
    })
    return { call: () => mcp.callTool(tool, args, origin), close: async () => mcp[Symbol.asyncDispose]() }
  })
}
