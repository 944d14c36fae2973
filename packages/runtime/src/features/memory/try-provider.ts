import { type SessionStore, silentLogger } from '@hermes/core'
import { fetchFromVariables } from '@hermes/transports'
import { loadExtension } from '../../extensions/load-extension.js'
import type { HomePaths, Variables } from '../../home/home-paths.js'
import { openPackageCheck } from '../../malware/open-package-check.js'
import { wireEmbedder } from '../../model/embedding/wire-embedder.js'
import type { Config } from '../../schema/config-schema.js'
import { runPrograms } from '../../services/run-programs.js'
import { createServerProcesses } from '../../services/server-processes.js'
import { providerReference } from './provider-reference.js'

export interface TryMemoryProviderOptions {
  readonly config: Config
  readonly paths: Pick<HomePaths, 'home' | 'cache'>
  /** The variables of the process and of `.env`. */
  readonly variables: Variables
  readonly store: SessionStore
  readonly signal: AbortSignal
}

export interface TriedProvider {
  /** How long recalling took after the start, in milliseconds. */
  readonly recallMs: number
}

/**
 * Asks the configured provider for a memory. Nothing is stored.
 * @throws {Error} the error of the provider.
 */
export async function tryMemoryProvider(options: TryMemoryProviderOptions): Promise<TriedProvider> {
  const { config, paths, variables, store, signal } = options
  const reference = providerReference(config.memory, paths.home, variables)
  if (!reference) return { recallMs: 0 }
  const logger = silentLogger
  const fetch = fetchFromVariables(variables)
  const packages = openPackageCheck(config.security, { cacheFolder: paths.cache, logger, fetch })
  await using processes = createServerProcesses({ workingDirectory: paths.home, variables, logger, packages })
  const provider = await loadExtension({
    ...reference,
    services: {
      fetch,
      logger,
      store,
      now: Date.now,
      home: paths.home,
      redact: (text) => text,
      model: () => undefined,
      embedder: wireEmbedder({ config, variables }),
      run: runPrograms(processes),
    },
  })
  try {
    const recall = () => provider.prefetch({ sessionId: 'setup', text: 'Can you be reached?' }, { signal })
    await recall()
    const startedMs = performance.now()
    await recall()
    return { recallMs: performance.now() - startedMs }
  } finally {
    await provider[Symbol.asyncDispose]?.()
  }
}
