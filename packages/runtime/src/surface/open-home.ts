import type { Embedder, Logger, SessionStore } from '@hermes/core'
import { type AsyncCache, createAsyncCache, createCleanup } from '@hermes/safety'
import type { Redactor } from '@hermes/safety/redact'
import { type ApprovalBook, createApprovalBook } from '../approvals/approval-book.js'
import { createStoredGrants } from '../approvals/stored-grants.js'
import { ownSecrets } from '../auth/own-secrets.js'
import type { ConfigSnapshot } from '../config/live/config-snapshot.js'
import { createFileLogger } from '../home/file-logger.js'
import { createGrowingRedactor } from '../home/growing-redactor.js'
import type { HomePaths } from '../home/home-paths.js'
import { openStore } from '../home/open-store.js'
import { wireEmbedder } from '../model/embedding/wire-embedder.js'
import { type Models, openModels } from '../model/models.js'
import type { OpenHostOptions } from '../runtime-host.js'
import type { Surface } from '../runtime-options.js'
import { createJobBell, type JobBell } from '../services/job-bell.js'
import { followModelCalls, type ModelCalls } from '../services/model-calls.js'

/** The resources that all surfaces of a home share. Disposing it closes the store. */
export interface OpenHome extends AsyncDisposable {
  readonly paths: HomePaths
  readonly logger: Logger
  /** Redacts the secrets of all versions of the settings. */
  readonly redactor: Redactor
  readonly store: SessionStore
  /** The embedding model of `auxiliary.embedding` when the home was opened. `undefined` if the settings name none. */
  readonly embedder: Embedder | undefined
  /** The approval answers of all surfaces. */
  readonly approvals: ApprovalBook
  readonly jobBell: JobBell
  readonly modelCalls: ModelCalls
  /** The folder with the skills that ship with the application. */
  readonly bundledSkills: string | undefined
  /** See `OpenHostOptions.wrapAgent`. */
  readonly wrapAgent: OpenHostOptions['wrapAgent']
  /** Warnings to show to the user once, one sentence each. */
  readonly warnings: readonly string[]
  /**
   * Returns the models for a version of the settings, which similar surfaces share. They are disposed with the home.
   * @throws {ConfigError} when the provider of a side task or the context engine cannot work.
   */
  models(snapshot: ConfigSnapshot, surface: Pick<Surface, 'canRestart'>): Promise<Models>
}

export interface OpenHomeOptions {
  readonly paths: HomePaths
  readonly snapshot: ConfigSnapshot
  /** See `OpenHostOptions.bundledSkills`. */
  readonly bundledSkills?: string | undefined
  /** See `OpenHostOptions.wrapAgent`. */
  readonly wrapAgent?: OpenHostOptions['wrapAgent']
}

/**
 * Opens the resources of a home.
 * @throws {ConfigError} when the model of semantic search cannot work.
 * @throws {StoreError} when the session store cannot be opened.
 */
export async function openHome({ paths, snapshot, bundledSkills, wrapAgent }: OpenHomeOptions): Promise<OpenHome> {
  const { config, variables } = snapshot
  const redactor = createGrowingRedactor(ownSecrets(snapshot))
  const logger = createFileLogger({ folder: paths.logs, level: config.logging.level, redactor })
  const embedder = wireEmbedder(snapshot)
  const warnings: string[] = []
  await using opening = createCleanup()
  const onTrouble = (sentence: string) => void warnings.push(sentence)
  const opened = opening.use(
    await openStore(paths, {
      database: config.database,
      store: config.store,
      variables,
      logger,
      redactor,
      embedder,
      onTrouble,
    }),
  )
  const { store, modelCalls } = followModelCalls(opened, logger)
  const services = { store, logger, redactor }
  const modelsOf = new WeakMap<ConfigSnapshot, AsyncCache<Models>>()
  const ending = opening.move()

  async function models(of: ConfigSnapshot, surface: Pick<Surface, 'canRestart'>): Promise<Models> {
    redactor.know(ownSecrets(of))
    return ending.use(await openModels({ paths, surface, ...of }, services))
  }

  return {
    paths,
    logger,
    redactor,
    store,
    embedder,
    approvals: createApprovalBook(createStoredGrants({ store, redact: redactor.redact })),
    jobBell: createJobBell(),
    modelCalls,
    bundledSkills,
    wrapAgent,
    warnings,
    models(of, surface) {
      const byKind = modelsOf.get(of) ?? createAsyncCache<Models>()
      modelsOf.set(of, byKind)
      return byKind(String(surface.canRestart ?? false), () => models(of, surface))
    },
    [Symbol.asyncDispose]: () => ending[Symbol.asyncDispose](),
  }
}
