import type { Logger, SessionStore } from '@hermes/core'
import type { Redactor } from '@hermes/safety/redact'
import { type ApprovalBook, createApprovalBook } from '../approvals/approval-book.js'
import { ownSecrets } from '../auth/own-secrets.js'
import { createCleanup } from '../cleanup.js'
import type { ConfigSnapshot } from '../config/config-snapshot.js'
import { createFileLogger } from '../home/file-logger.js'
import { createGrowingRedactor } from '../home/growing-redactor.js'
import type { HomePaths } from '../home/home-paths.js'
import { openStore } from '../home/open-store.js'
import { wireEmbedder } from '../model/embedding/wire-embedder.js'
import { type Models, openModels, type PreparedModels, prepareModels } from '../model/models.js'
import type { Surface } from '../runtime-options.js'

/** The resources that all surfaces of a home share. Disposing it closes the store. */
export interface OpenHome extends AsyncDisposable {
  readonly paths: HomePaths
  readonly logger: Logger
  /** Knows the secrets of all versions of the settings. */
  readonly redactor: Redactor
  readonly store: SessionStore
  /** The approval answers of all surfaces. */
  readonly approvals: ApprovalBook
  /** Shown to the user once, one sentence each. */
  readonly warnings: readonly string[]
  /**
   * The models for a version of the settings, shared by similar surfaces. Disposed with the home.
   * @throws {ConfigError} when no call could succeed.
   */
  models(snapshot: ConfigSnapshot, surface: Pick<Surface, 'canRestart'>): Promise<Models>
}

export interface OpenHomeOptions {
  readonly paths: HomePaths
  readonly snapshot: ConfigSnapshot
  /** Whether its surfaces can discard displayed text: see `Surface.canRestart`. Default false. */
  readonly canRestart?: boolean
}

/**
 * Opens the resources of a home. Invalid settings are rejected before anything is opened.
 * @throws {ConfigError} for an unknown provider or a missing key.
 * @throws {StoreError} when the session store cannot be opened.
 */
export async function openHome({ paths, snapshot, canRestart = false }: OpenHomeOptions): Promise<OpenHome> {
  const { config } = snapshot
  const redactor = createGrowingRedactor(ownSecrets(snapshot))
  const logger = createFileLogger({ folder: paths.logs, level: config.logging.level, redactor })
  const prepare = (of: ConfigSnapshot, surface: Pick<Surface, 'canRestart'>) =>
    prepareModels({ paths, surface, ...of }, logger)
  const first = await prepare(snapshot, { canRestart })
  const embedder = wireEmbedder(snapshot)
  const warnings: string[] = []
  await using opening = createCleanup()
  const onTrouble = (sentence: string) => void warnings.push(sentence)
  const store = opening.use(
    await openStore(paths, { database: config.database, store: config.store, logger, redactor, embedder, onTrouble }),
  )
  const services = { store, logger, redact: (text: string) => redactor.redact(text) }
  const opened = new WeakMap<ConfigSnapshot, Map<boolean, Promise<Models>>>()
  const ending = opening.move()

  async function open(preparing: Promise<PreparedModels>): Promise<Models> {
    return ending.use(await openModels(await preparing, services))
  }

  async function models(of: ConfigSnapshot, surface: Pick<Surface, 'canRestart'>): Promise<Models> {
    const isFirst = of === snapshot && (surface.canRestart ?? false) === canRestart
    redactor.know(ownSecrets(of))
    return open(isFirst ? Promise.resolve(first) : prepare(of, surface))
  }

  return {
    paths,
    logger,
    redactor,
    store,
    approvals: createApprovalBook(),
    warnings,
    models(of, surface) {
      const byKind = opened.get(of) ?? new Map<boolean, Promise<Models>>()
      opened.set(of, byKind)
      const kind = surface.canRestart ?? false
      const found = byKind.get(kind) ?? models(of, surface)
      byKind.set(kind, found)
      found.catch(() => byKind.delete(kind))
      return found
    },
    [Symbol.asyncDispose]: () => ending[Symbol.asyncDispose](),
  }
}
