import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HermesError } from '@hermes/core'
import { type HomePaths, loadConfig, openHost, storeKindOf } from '@hermes/runtime'
import { exists } from '@hermes/safety/files'
import { apiKeys } from '../../api/access/api-keys.js'
import { createReadiness } from '../../api/readiness.js'
import { hasProvider } from '../../serving/has-provider.js'
import { noProvider } from '../../serving/no-provider.js'

export interface Rehearsal {
  readonly paths: HomePaths
  readonly env: Readonly<Record<string, string | undefined>>
  readonly workingDirectory: string
}

/**
 * Checks whether this version can serve a home while another one does: it reads the settings, migrates a copy of the session store and
 * writes to the copy. No network is connected and no turn is continued. Resolves to `false` when the store is a database, which cannot be
 * copied: only the settings were checked.
 * @throws {ConfigError} when the settings are invalid for this version.
 * @throws {StoreError} when the store cannot be copied or migrated, or was written by a newer version.
 */
export async function rehearseStart({ paths, env, workingDirectory }: Rehearsal): Promise<boolean> {
  const { config } = await loadConfig({ paths, variables: env })
  apiKeys(config.gateway.api_server)
  if (storeKindOf(config) !== 'sqlite') return false
  const folder = await mkdtemp(join(tmpdir(), 'hermes-upgrade-'))
  try {
    const state = join(folder, 'state.db')
    if (await exists(paths.state)) {
      const { backupStore } = await import('@hermes/state')
      await backupStore({ path: paths.state, target: state })
    }
    await serveCopy({ paths: { ...paths, state }, env, workingDirectory })
    return true
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function serveCopy({ paths, env, workingDirectory }: Rehearsal): Promise<void> {
  await using host = await openHost({ paths, variables: env })
  await using runtime = await host.open({ surface: { source: 'api_server' }, workingDirectory })
  if (!hasProvider(runtime)) throw noProvider()
  const readiness = createReadiness({
    store: host.store,
    hasProvider: () => true,
    isStopping: () => false,
    logger: host.logger,
  })
  const problem = await readiness()
  if (problem !== undefined) throw new HermesError('gateway/service', `This version is not ready: ${problem}`)
}
