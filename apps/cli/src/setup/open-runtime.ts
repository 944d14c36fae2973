import { resumedModel } from '@hermes/conversations'
import type { SessionRecord, SessionStore } from '@hermes/core'
import { type OpenOptions, openHost, type Runtime, type RuntimeHost, type Surface } from '@hermes/runtime'
import { english } from '@hermes/safety/language'
import type { OptionValues } from '../arguments/options/options.js'
import { commandForRemedy } from '../remedies/command-for.js'
import { bundledSkills } from './bundled-skills.js'
import { isFolder } from './is-folder.js'
import { modelChanges } from './model-changes.js'
import { filesOf, findPreparedHome, type HomeOptions, toOverrides } from './open-home.js'
import { printWarning } from './print-warning.js'
import { chooseSession } from './resume/choose-session.js'
import { withRestrictions } from './with-restrictions.js'

type CliSurface = Omit<Surface, 'source'>

/** A runtime for the session that the command line resumes, or for a new one. */
export interface ResumedRuntime {
  readonly runtime: Runtime
  /** Session that is resumed. Absent for a new one. */
  readonly session?: SessionRecord
  /** Folder of `--in`, or of the session if it still exists. */
  readonly workingDirectory: string
  /** Notices to show to the user once, one sentence each. */
  readonly notices: readonly string[]
}

/** Opens a runtime for one surface. Disposing it closes the store and ends its processes. */
export async function openRuntime(options: HomeOptions, surface: CliSurface = {}): Promise<Runtime> {
  return openSurface(await openCliHost(options), { surface, workingDirectory: options.io.workingDirectory })
}

/**
 * Like {@link openRuntime}, in the folder of the session named by `--resume` or `--continue`.
 * @throws {StoreError} `not-found`, `ambiguous`.
 */
export async function openResumedRuntime(options: HomeOptions, surface: CliSurface = {}): Promise<ResumedRuntime> {
  const { io, values } = options
  const host = await openCliHost(options)
  const { session, model } = await findSession(host.store, options).catch(async (error: unknown) => {
    await host[Symbol.asyncDispose]()
    throw error
  })
  const wanted = (isPlaceKept(values) ? undefined : session?.workingDirectory) ?? io.workingDirectory
  const isThere = wanted === io.workingDirectory || (await isFolder(wanted))
  const workingDirectory = isThere ? wanted : io.workingDirectory
  return {
    runtime: await openSurface(host, { surface, workingDirectory, ...(model && { model }) }),
    ...(session && { session }),
    workingDirectory,
    notices: isThere
      ? []
      : [english`The session's folder ${wanted} no longer exists: it continues in ${workingDirectory}.`],
  }
}

/**
 * Opens the home for any number of surfaces. Disposing it closes the store.
 *
 * @param warn Called with each warning about the home. Default: they are printed.
 */
export async function openCliHost(
  options: HomeOptions,
  warn: (text: string) => unknown = (text) => printWarning(text, options.io),
): Promise<RuntimeHost> {
  const { io, values } = options
  const paths = await findPreparedHome(options)
  const host = await openHost({
    paths,
    variables: io.env,
    ...filesOf(values),
    overrides: await withRestrictions(toOverrides(values, io.workingDirectory), { ...options, paths }),
    ...bundledSkills(),
  })
  for (const warning of host.warnings) await warn(warning)
  if (host.remedy) await warn(io.t`Try: ${commandForRemedy(host.remedy)}`)
  return host
}

/** Finds the session to resume, and the model that it will use. */
async function findSession(store: SessionStore, { values, io }: HomeOptions) {
  const session = await chooseSession(store, values, io)
  const changes = modelChanges(values)
  return session ? { session, model: await resumedModel({ store, session, ...(changes && { changes }) }) } : {}
}

interface SurfaceOptions extends Omit<OpenOptions, 'surface' | 'endsHost'> {
  readonly surface: CliSurface
}

async function openSurface(host: RuntimeHost, { surface, ...options }: SurfaceOptions): Promise<Runtime> {
  const runtime = await host.open({ ...options, surface: { source: 'cli', ...surface }, endsHost: true })
  for (const warning of runtime.warnings) runtime.logger.log('warn', warning)
  return runtime
}

/** Whether the command line, instead of the session, determines the working folder. */
export function isPlaceKept(values: OptionValues): boolean {
  return values.in !== undefined || values['no-restore-cwd'] === true
}
