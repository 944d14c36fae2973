import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Usage, usageOf } from './usage-of.ts'

/** A gateway process that is connected to a chat network. */
export interface ChatGateway {
  usage(): Usage
}

const hermes = join(import.meta.dirname, '../apps/cli/dist/main.js')

export interface ChatGatewayOptions {
  /** The URL of the world with the network and the model. */
  readonly url: string
  readonly folder: string
  /** The URL of a PostgreSQL database. Default: SQLite in the folder. */
  readonly postgres?: string | undefined
}

/** Starts a gateway whose process ends with this one. */
export async function startChatGateway({ url, folder, postgres }: ChatGatewayOptions): Promise<ChatGateway> {
  const home = join(folder, 'home')
  mkdirSync(home, { recursive: true })
  const store = postgres === undefined ? '' : `database: { url: "${postgres}" }\n`
  writeFileSync(
    join(home, 'config.yaml'),
    `model: { provider: custom, base_url: "${url}/model/v1", default: bench, api_key: none, context_length: 200000 }
auxiliary: { title_generation: { enabled: false } }
platforms: { plain: { allow_all: true, busy_mode: queue } }
${store}`,
  )
  const child = spawn(process.execPath, [...process.execArgv, hermes, 'gateway', 'prove-replica', '--port', '0'], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: home, HERMES_HOME: home, API_SERVER_KEY: 'made-up', HERMES_PROVE_WORLD: url },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  process.on('exit', () => child.kill('SIGKILL'))
  let printed = ''
  while (!/http:\S+/.test(printed)) printed += String((await once(child.stdout, 'data'))[0])
  child.stdout.resume()
  return { usage: () => usageOf(child.pid ?? 0) }
}
