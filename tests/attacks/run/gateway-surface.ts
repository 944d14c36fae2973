import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { canary } from '../world/canaries.ts'
import { type Surface, turnLimitMs } from './surface.ts'

interface GatewayOptions {
  readonly main: string
  readonly project: string
  readonly env: NodeJS.ProcessEnv
}

/** Starts the built gateway, where nobody can be asked. */
export async function startGateway({ main, project, env }: GatewayOptions): Promise<Surface> {
  const key = canary('gateway')
  const child = spawn(process.execPath, [main, 'gateway', 'run', '--port', '0'], {
    cwd: project,
    env: { ...env, API_SERVER_KEY: key },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(child, 'exit')
  const url = await urlOf(child.stdout)
  let session = 0
  return {
    pid: child.pid ?? 0,
    async say(prompt) {
      session += 1
      const response = await fetch(`${url}/v1/chat/completions`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          'X-Hermes-Session-Id': `case-${child.pid}-${session}`,
        },
        body: JSON.stringify({ model: 'hermes', messages: [{ role: 'user', content: prompt }] }),
        signal: AbortSignal.timeout(turnLimitMs),
      }).catch(() => undefined)
      await response?.text()
      return response?.ok === true
    },
    questions: () => 0,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await exit
    },
  }
}

async function urlOf(output: NodeJS.ReadableStream): Promise<string> {
  let printed = ''
  for await (const data of output) {
    printed += String(data)
    const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(printed) ?? []
    if (url !== undefined) {
      output.on('data', () => undefined)
      return url
    }
  }
  throw new Error(`The gateway ended: ${printed}`)
}
