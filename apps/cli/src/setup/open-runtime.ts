import { stat } from 'node:fs/promises'
import type { SessionRecord } from '@hermes/core'
import { openHost, type Runtime, type RuntimeHost, type Surface } from '@hermes/runtime'
import { writeLine } from '../io.js'
import { safeText } from '../render/safe-text.js'
import { chooseSession } from './choose-session.js'
import { findPreparedHome, type HomeOptions, toOverrides } from './open-home.js'

type CliSurface = Omit<Surface, 'source'>

/** A runtime for the session that the command line resumes, or for a new one. */
export interface ResumedRuntime {
  readonly runtime: Runtime
  /** Absent: a new session. */
  readonly session?: SessionRecord
  /** The folder of the session, if it still exists. */
  readonly workingDirectory: string
  /** Shown to the user once, one sentence each. */
  readonly notices: readonly string[]
}

/** Opens a runtime for one surface. Disposing it closes the store and ends its processes. */
export async function openRuntime(options: HomeOptions, surface: CliSurface = {}): Promise<Runtime> {
  return openSurface(await openCliHost(options, surface), surface, options.io.workingDirectory)
}

/**
 * Like {@link openRuntime}, in the folder of the session named by `--resume` or `--continue`.
 * @throws {StoreError} `not-found`, `ambiguous`.
 */
export async function openResumedRuntime(options: HomeOptions, surface: CliSurface = {}): Promise<ResumedRuntime> {
  const { io, values } = options
  const host = await openCliHost(options, surface)
  const session = await chooseSession(host.store, values).catch(async (error: unknown) => {
    await host[Symbol.asyncDispose]()
    throw error
  })
  const wanted = session?.workingDirectory ?? io.workingDirectory
  const isThere = wanted === io.workingDirectory || (await isFolder(wanted))
  const workingDirectory = isThere ? wanted : io.workingDirectory
  return {
    runtime: await openSurface(host, surface, workingDirectory),
    ...(session && { session }),
    workingDirectory,
    notices: isThere ? [] : [`The session's folder ${wanted} no longer exists: it continues in ${workingDirectory}.`],
  }
}

async function openCliHost(options: HomeOptions, { canRestart = false }: CliSurface): Promise<RuntimeHost> {
  const { io, values } = options
  const host = await openHost({
    paths: await findPreparedHome(options),
    variables: io.env,
    overrides: toOverrides(values, io.workingDirectory),
    canRestart,
  })
  for (const warning of host.warnings) await writeLine(io.stderr, `hermes: ${safeText(warning)}`)
  return host
}

async function openSurface(host: RuntimeHost, surface: CliSurface, workingDirectory: string): Promise<Runtime> {
  const runtime = await host.open({ surface: { source: 'cli', ...surface }, workingDirectory, endsHost: true })
  for (const warning of runtime.warnings) runtime.logger.log('warn', warning)
  return runtime
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory()
  } catch {
    return false
  }
}
