import { arch, platform, release } from 'node:os'
import { createCredentialManager, describeConfig, loadConfig } from '@hermes/runtime'
import { createRedactor } from '@hermes/safety/redact'
import { homeSecrets } from '../../setup/home-secrets.js'
import { findHome, type HomeOptions } from '../../setup/open-home.js'
import { readVersion } from '../../version.js'

/** Facts of a report: versions, changed settings, and which keys exist. */
export interface Dump {
  readonly hermes: string
  readonly node: string
  readonly system: string
  readonly terminal: string
  readonly home: string
  /** Settings that differ from their defaults, with their values as JSON. Secrets are redacted. */
  readonly settings: Readonly<Record<string, string>>
  /** `provider source status` of each key and login. */
  readonly keys: readonly string[]
  /** Why the settings cannot be read, if they cannot. */
  readonly problem?: string
}

/** Collects the facts. Never throws for broken settings, when a report is needed most. */
export async function collectDump(options: HomeOptions): Promise<Dump> {
  const { env, stdout } = options.io
  const paths = findHome(options)
  const { redact } = createRedactor({ values: await homeSecrets(paths) })
  const basics = {
    hermes: readVersion(),
    node: process.versions.node,
    system: `${platform()} ${release()} ${arch()}`,
    terminal: `${env.TERM ?? 'unknown'}, ${stdout.isTTY ? `${stdout.columns || 80} columns` : 'no terminal'}, ${env.LANG ?? 'no locale'}`,
    home: paths.home,
  }
  try {
    const loaded = await loadConfig({ paths, variables: env })
    const changed = describeConfig(loaded).filter(({ source }) => source !== 'default')
    const rows = await createCredentialManager({ ...loaded, paths }).list()
    return {
      ...basics,
      settings: Object.fromEntries(
        changed.map(({ path, value }) => [path, redact(JSON.stringify(value ?? null))] as const),
      ),
      keys: rows.map(({ provider, source, status }) => `${provider} ${source} ${status}`),
    }
  } catch (error) {
    return {
      ...basics,
      settings: {},
      keys: [],
      problem: redact(error instanceof Error ? error.message : String(error)),
    }
  }
}

/** Renders one fact per line. */
export function dumpText({ settings, keys, problem, ...basics }: Dump): string {
  const rows = [
    ...Object.entries(basics),
    ...keys.map((key) => ['key', key] as const),
    ...Object.entries(settings),
    ...(problem === undefined ? [] : [['problem', problem] as const]),
  ]
  return rows.map(([name, value]) => `${name}: ${value}\n`).join('')
}
