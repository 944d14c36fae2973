import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HermesError } from '@hermes/core'
import {
  type ConfigInput,
  databaseSchemaOf,
  type HomePaths,
  loadConfig,
  openHost,
  type StoreSettings,
  storeKindOf,
} from '@hermes/runtime'
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
 * Checks whether this version can serve a home while another one does: it reads the settings, migrates a copy of the session store and writes to the
 * copy. It connects no network and continues no turn. If the store cannot be copied, it only checks the settings, and resolves to a sentence that says
 * why.
 * @throws {ConfigError} if the settings are invalid for this version.
 * @throws {StoreError} if the store cannot be copied or migrated, or was written by a newer version.
 */
export async function rehearseStart(rehearsal: Rehearsal): Promise<string | undefined> {
  const { config } = await loadConfig({
    paths: rehearsal.paths,
    variables: rehearsal.env,
    acceptsSecretsOf: ['gateway', 'webhooks'],
  })
  apiKeys(config.gateway.api_server)
  switch (storeKindOf(config)) {
    case 'sqlite':
      return rehearseOnFile(rehearsal)
    case 'postgres':
      return rehearseOnSchema(rehearsal, config)
    case 'extension':
      return `The sessions were not checked: ${config.store?.use} cannot be copied.`
  }
}

async function rehearseOnFile({ paths, ...rehearsal }: Rehearsal): Promise<undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'hermes-upgrade-'))
  try {
    const state = join(folder, 'state.db')
    if (await exists(paths.state)) {
      const { backupStore } = await import('@hermes/state')
      await backupStore({ path: paths.state, target: state })
    }
    await serveCopy({ paths: { ...paths, state }, ...rehearsal })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function rehearseOnSchema(rehearsal: Rehearsal, config: StoreSettings): Promise<string | undefined> {
  const { withPostgresCopy } = await import('@hermes/state/postgres')
  const place = { url: config.database?.url ?? '', schema: databaseSchemaOf(rehearsal.paths, config) }
  const isServed = await withPostgresCopy(place, async (schema) => {
    await serveCopy(rehearsal, { database: { schema } })
    return true
  })
  if (isServed) return undefined
  return 'The sessions were not checked: the database user may not create a schema for a copy.'
}

async function serveCopy({ paths, env, workingDirectory }: Rehearsal, overrides: ConfigInput = {}): Promise<void> {
  await using host = await openHost({ paths, variables: env, overrides })
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
