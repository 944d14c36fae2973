import { silentLogger } from '@hermes/core'
import { PlatformError } from '@hermes/core/platform'
import type { LaneClaims } from '@hermes/core/queue'
import { type Config, type ConfigInput, openHost, resolveHome } from '@hermes/runtime'
import { createScriptedNetwork, type ProviderScript, type ScriptedNetwork, startFakeProvider } from '@hermes/testkit'
import { onTestFinished } from 'vitest'
import { gatewaySurface } from '../src/serving/gateway-surface.js'
import { serve } from '../src/serving/serve.js'
import { createSessionLines } from '../src/serving/session-lines.js'
import { temporaryHome } from './serve-home.js'

export interface ServeChatsOptions {
  readonly script: ProviderScript
  /** The settings of the networks, each a {@link ScriptedNetwork}. Default: one named `net`, with `ada` as its administrator. */
  readonly platforms?: ConfigInput['platforms']
  readonly settings?: ConfigInput
  /** Whether the settings of the networks are read from `config.yaml` in the home. */
  readonly readsFile?: boolean
  /** The account of each network. */
  readonly account?: string
  readonly machineClaims?: LaneClaims
  /** Networks to use instead of new ones. */
  readonly networks?: ReadonlyMap<string, ScriptedNetwork>
  readonly home?: string
  /** Default: the home. */
  readonly workingDirectory?: string
}

export const adaOnly = { net: { admins: ['ada'] } } satisfies Config['platforms'] | ConfigInput['platforms']

/** Starts a gateway with a real store, a scripted provider and chat networks in memory. It can be stopped and started again. */
export async function serveChats(options: ServeChatsOptions) {
  const { script, platforms = adaOnly, settings = {}, home = temporaryHome() } = options
  const { workingDirectory = home } = options
  const provider = await startFakeProvider({ script })
  onTestFinished(() => provider.close())
  const names = Object.keys(platforms)
  const networks =
    options.networks ?? new Map(names.map((name): [string, ScriptedNetwork] => [name, createScriptedNetwork()]))
  const network = (name = 'net'): ScriptedNetwork => {
    const found = networks.get(name)
    if (!found) throw new TypeError(`There is no network ${name}.`)
    return found
  }
  const lines: string[] = []

  async function start(given: ConfigInput['platforms'] = platforms) {
    const overrides: ConfigInput = {
      model: { provider: 'custom', base_url: provider.baseUrl, default: 'fake-model', context_length: 100_000 },
      auxiliary: { title_generation: { enabled: false } },
      gateway: { api_server: { port: 0, key: 'test-key' } },
      ...(!options.readsFile && { platforms: given }),
      ...settings,
      // Most tests list all shown messages, so no acknowledgments are sent.
      display: { busy_ack_enabled: false, ...settings.display },
    }
    const host = await openHost({ paths: resolveHome({ HERMES_HOME: home }), variables: {}, overrides })
    const sessionLines = createSessionLines()
    const runtime = await host.open({
      surface: { ...gatewaySurface, tell: sessionLines.tell },
      workingDirectory,
    })
    const gateway = await serve({
      runtime,
      source: gatewaySurface.source,
      workingDirectory,
      logger: silentLogger,
      lines: sessionLines,
      say: (line) => void lines.push(line),
      openPlatform: async ({ name, settings: { token } }) => {
        if (token === 'wrong') throw new PlatformError('auth', 'The token is wrong.')
        return { ...network(name).connect(), ...(options.account !== undefined && { account: options.account }) }
      },
      machineClaims: options.machineClaims,
    })
    let stopped: Promise<void> | undefined
    const stop = () => {
      stopped ??= (async () => {
        await gateway.stop(0)
        await runtime[Symbol.asyncDispose]()
        await host[Symbol.asyncDispose]()
      })()
      return stopped
    }
    onTestFinished(stop)
    return { host, runtime, gateway, store: host.store, stop }
  }

  return {
    home,
    provider,
    network,
    networks,
    lines,
    start,
    /** Returns what people of a network see. */
    shown: (name?: string) => network(name).shown.map(({ text }) => text),
    ...(await start()),
  }
}
