import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import { join } from 'node:path'
import { model } from './conversation.ts'
import { type Usage, usageOf } from './usage-of.ts'

/** `hermes gateway run` in a separate process, with a home in an empty folder. */
export interface GatewayProcess {
  /** Asks a question. @returns the body of the answer. */
  ask(content: string, options?: AskOptions): Promise<string>
  /** Returns what the process has used so far, from `/proc`. */
  usage(): Usage
}

export interface AskOptions {
  /** Called with each piece of the streamed answer. Default: not streamed. */
  readonly onText?: (text: string) => void
}

const hermes = join(import.meta.dirname, '../apps/cli/dist/main.js')
const key = 'made-up-key-of-the-benchmarks'

/** Starts a gateway whose process ends with this one. @param baseUrl The URL of the provider. */
export async function startGateway(baseUrl: string, folder: string): Promise<GatewayProcess> {
  const home = join(folder, 'home')
  mkdirSync(home, { recursive: true })
  writeFileSync(
    join(home, 'config.yaml'),
    `model:\n  provider: custom\n  base_url: ${baseUrl}/v1\n  default: ${model}\nagent:\n  max_turns: 1000\n`,
  )
  const child = spawn(process.execPath, [...process.execArgv, hermes, 'gateway', 'run', '--port', '0'], {
    cwd: folder,
    env: { PATH: process.env.PATH, HERMES_HOME: home, API_SERVER_KEY: key },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  process.on('exit', () => child.kill())
  let printed = ''
  while (!/http:\S+/.test(printed)) printed += String((await once(child.stdout, 'data'))[0])
  const url = `${/http:\S+/.exec(printed)?.[0]}/chat/completions`
  const agent = new http.Agent({ keepAlive: true })
  const pid = child.pid ?? 0
  return {
    ask: (content, { onText } = {}) =>
      new Promise((resolve, reject) => {
        const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` }
        const request = http.request(url, { method: 'POST', agent, headers }, (response) => {
          let body = ''
          response.setEncoding('utf8')
          response.on('data', (text: string) => {
            body += text
            onText?.(text)
          })
          response.on('end', () => {
            if (response.statusCode === 200) resolve(body)
            else reject(new Error(`The gateway answered ${response.statusCode}: ${body}`))
          })
        })
        request.on('error', reject)
        request.end(JSON.stringify({ model, messages: [{ role: 'user', content }], stream: onText !== undefined }))
      }),
    usage: () => usageOf(pid),
  }
}
