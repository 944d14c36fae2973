import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { onTestFinished } from 'vitest'

const { resolve } = createRequire(import.meta.url)

/** The main files of the reference servers. */
export const referenceServers = {
  everything: resolve('@modelcontextprotocol/server-everything/dist/index.js'),
  filesystem: resolve('@modelcontextprotocol/server-filesystem/dist/index.js'),
  memory: resolve('@modelcontextprotocol/server-memory/dist/index.js'),
}

export interface Everything {
  readonly url: string
  readonly process: ChildProcess
}

/** Starts the reference server on a port of this machine. */
export async function startEverything(kind: 'streamableHttp' | 'sse', given?: number): Promise<Everything> {
  const port = given ?? (await freePort())
  const child = spawn(process.execPath, [referenceServers.everything, kind], {
    env: { PATH: process.env.PATH, PORT: `${port}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let printed = ''
  await new Promise<void>((ready, reject) => {
    const read = (data: Buffer) => {
      printed += data
      if (/listening|running on port/i.test(printed)) ready()
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    void once(child, 'exit').then(() => reject(new Error(printed)))
  })
  return { url: `http://127.0.0.1:${port}/${kind === 'sse' ? 'sse' : 'mcp'}`, process: child }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}
