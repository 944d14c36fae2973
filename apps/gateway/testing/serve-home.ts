import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { silentLogger } from '@hermes/core'
import { type ConfigInput, openHost, resolveHome } from '@hermes/runtime'
import { onTestFinished } from 'vitest'
import { serve } from '../src/serving/serve.js'

export type ServerSettings = NonNullable<NonNullable<ConfigInput['gateway']>['api_server']>

/** Serves a new home with a real store on a free port, by default with the offline stand-in. It is stopped when the test ends. */
export async function serveHome(server: ServerSettings, provider = 'offline') {
  const home = temporaryHome()
  const overrides: ConfigInput = { model: { provider }, gateway: { api_server: { port: 0, ...server } } }
  const host = await openHost({ paths: resolveHome({ HERMES_HOME: home }), variables: {}, overrides })
  onTestFinished(() => host[Symbol.asyncDispose]())
  const runtime = await host.open({ surface: { source: 'api_server' }, workingDirectory: home })
  onTestFinished(() => runtime[Symbol.asyncDispose]())
  const gateway = await serve({ runtime, source: 'api_server', workingDirectory: home, logger: silentLogger })
  onTestFinished(() => gateway.stop(0))
  return { home, runtime, url: gateway.url }
}

/** Returns an empty folder, which is removed when the test ends. */
export function temporaryHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'hermes-gateway-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }))
  return home
}
