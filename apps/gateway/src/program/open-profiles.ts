import { describeError, HermesError } from '@hermes/core'
import { type HomePaths, listProfiles, profileOf, resolveHome } from '@hermes/runtime'
import { createCleanup } from '@hermes/safety'
import type { AccountBook } from '../chats/connect/account-book.js'
import { openService } from '../serving/open-service.js'
import type { Service } from '../serving/service.js'
import { sharedVariables } from '../serving/shared-variables.js'
import { type OpenProfileOptions, openProfile } from './open-profile.js'
import { type Jobs, startJobs } from './start-jobs.js'
import { tellStartup } from './tell-startup.js'

/** Another profile that this process serves. */
export interface ServedProfile extends AsyncDisposable {
  readonly home: string
  readonly service: Service
  /** Tells the hooks of the profile that it is served at an address. */
  tellStartup(url: string): void
  /** Runs the scheduled jobs of the profile. */
  startJobs(): Jobs
}

/** Served profiles by name. */
export interface ServedProfiles extends AsyncDisposable {
  readonly profiles: ReadonlyMap<string, ServedProfile>
}

export interface OpenProfilesOptions extends Omit<OpenProfileOptions, 'overrides' | 'accounts'> {
  /** The accounts of the process, which already include the profile of `paths`. */
  readonly accountBook: AccountBook
}

/** Opens all profiles except that of `paths`. One that cannot be opened is reported, and the others are served. */
export async function openProfiles(options: OpenProfilesOptions): Promise<ServedProfiles> {
  const { accountBook, ...shared } = options
  const { paths, say } = shared
  await using opening = createCleanup()
  const profiles = new Map<string, ServedProfile>()
  for (const name of await listProfiles(paths)) {
    if (name === profileOf(paths)) continue
    const tell = (line: string) => say(`${name}: ${line}`)
    try {
      const other = resolveHome({ HERMES_HOME: paths.home }, { profile: name })
      profiles.set(name, opening.use(await openOther(other, { ...shared, say: tell, accounts: accountBook.of(name) })))
    } catch (error) {
      if (!HermesError.is(error)) throw error
      tell(`This profile is not served: ${describeError(error)}`)
    }
  }
  const opened = opening.move()
  return { profiles, [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose]() }
}

async function openOther(
  paths: HomePaths,
  { variables, ...options }: Omit<OpenProfileOptions, 'overrides'>,
): Promise<ServedProfile> {
  await using opening = createCleanup()
  const other = opening.use(await openProfile({ ...options, paths, variables: sharedVariables(variables) }))
  const service = await openService(other.options)
  const { say, io } = options
  const { workingDirectory } = io
  const opened = opening.move()
  return {
    home: paths.home,
    service,
    tellStartup: (url) => tellStartup(other.runtime, service, url),
    startJobs() {
      const { deliveries, refusalOfJob, enterConversation } = service
      return startJobs(other.host, { workingDirectory, say, deliveries, refusalOfJob, enterConversation })
    },
    [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
  }
}
