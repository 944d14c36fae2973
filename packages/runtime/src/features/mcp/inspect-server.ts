import { mkdir } from 'node:fs/promises'
import { ConfigError, HermesError, type Logger } from '@hermes/core'
import { type LogInOptions, logInToServer, toolsOf } from '@hermes/mcp'
import { createCleanup } from '@hermes/safety'
import { fetchFromVariables } from '@hermes/transports'
import type { HomePaths, Variables } from '../../home/home-paths.js'
import { openPackageCheck } from '../../malware/open-package-check.js'
import { foldersOf } from '../../plugins/portable/placeholders.js'
import type { Config } from '../../schema/config-schema.js'
import { createServerProcesses } from '../../services/server-processes.js'
import { describePending, type PendingSkill } from './agree/review-skill.js'
import { describeReview } from './agree/review-tools.js'
import { findKnownServers } from './known-servers.js'
import { createLoginFile } from './login-files.js'
import { nameSkills } from './name-skills.js'
import { openPins, openServer } from './open-server.js'
import { toClient } from './server-settings.js'
import { copySkills } from './skills/copy-skills.js'

/** A configured server, outside of a conversation. */
export interface InspectedServer extends AsyncDisposable {
  /** Connects and lists the tools and skills of the server. @throws {HermesError} */
  list(): Promise<readonly InspectedItem[]>
  /** Returns the items of the last list; `undefined` if the server was never connected. Does not connect. */
  known(): Promise<readonly InspectedItem[] | undefined>
  /** Returns what a person must read before agreeing to what is listed; empty if they have already agreed. */
  review(): Promise<string>
  /**
   * Connects and copies skills into a folder: the one with this name on the server, or all skills.
   * @throws {HermesError} `skill/source` when there is none.
   */
  copySkills(name: string, folder: string, signal: AbortSignal): Promise<void>
  /** Records that the person who has read {@link InspectedServer.review} agrees. */
  agree(): Promise<void>
  /**
   * Logs the user in. @throws {HermesError} `mcp/login`; {ConfigError} for a program, which needs no login.
   */
  logIn(person: LogInOptions['person'], signal: AbortSignal): Promise<void>
}

export interface InspectedItem {
  readonly kind: 'tool' | 'skill'
  /** The name by which the model calls or reads the item. */
  readonly name: string
  readonly description: string
  readonly status: 'approved' | 'new' | 'changed'
}

export interface InspectServerOptions {
  readonly name: string
  readonly paths: HomePaths
  readonly config: Pick<Config, 'mcp_servers' | 'installed_plugins' | 'security'>
  readonly variables: Variables
  readonly workingDirectory: string
  readonly logger: Logger
}

/** Opens a server from the settings or from a plugin. @throws {ConfigError} when there is no such server. */
export async function inspectMcpServer(options: InspectServerOptions): Promise<InspectedServer> {
  const { name, paths, config, variables, workingDirectory, logger } = options
  const servers = await findKnownServers({ paths, config, variables })
  const found = servers.find((server) => server.name === name)
  if (!found) {
    const known = servers.length > 0 ? `there are ${servers.map((server) => server.name).join(', ')}` : 'there are none'
    throw new ConfigError('mcp_servers', `There is no MCP server "${name}": ${known}.`)
  }
  const { config: own, plugin } = found
  if (plugin !== undefined) await mkdir(foldersOf(paths.home, plugin).data, { recursive: true, mode: 0o700 })
  await using opening = createCleanup()
  const fetch = fetchFromVariables(variables)
  const packages = openPackageCheck(config.security, { cacheFolder: paths.cache, logger, fetch })
  const processes = opening.use(createServerProcesses({ workingDirectory, variables, logger, packages }))
  const { server, agreements, skillAgreements } = await openServer(name, own, {
    folders: { home: paths.home, cache: paths.cache },
    variables,
    processes,
    fetch,
    logger,
    book: openPins(paths.home),
  })
  opening.use(server)
  const tools = () => (server.listing ? toolsOf(server, server.listing) : [])

  const skills = () => (own.skills ? nameSkills(name, server.listing?.skills ?? []) : [])

  async function judged(): Promise<readonly InspectedItem[]> {
    const pending = new Map((await agreements.pending(tools())).map(({ tool, status }) => [tool.name, status]))
    const statuses = await skillAgreements.statuses(skills().map(({ skill }) => skill))
    return [
      ...tools().map(
        ({ tool }): InspectedItem => ({
          kind: 'tool',
          name: tool.name,
          description: tool.description,
          status: pending.get(tool.name) ?? 'approved',
        }),
      ),
      ...skills().map(
        ({ name: skillName, skill }, index): InspectedItem => ({
          kind: 'skill',
          name: skillName,
          description: skill.frontmatter.description,
          status: statuses[index] ?? 'new',
        }),
      ),
    ]
  }

  async function pendingSkills(listed: ReturnType<typeof skills>): Promise<readonly PendingSkill[]> {
    const statuses = await skillAgreements.statuses(listed.map(({ skill }) => skill))
    return listed.flatMap((named, index) => {
      const status = statuses[index] ?? 'new'
      return status === 'approved' ? [] : [{ named, status }]
    })
  }

  // The server may change its list while a person reads.
  let shown: { readonly tools: ReturnType<typeof tools>; readonly skills: ReturnType<typeof skills> } = {
    tools: [],
    skills: [],
  }
  const ending = opening.move()
  return {
    async list() {
      await server.refresh()
      return judged()
    },
    known: async () => (server.listing ? judged() : undefined),
    async review() {
      shown = { tools: tools(), skills: skills() }
      const pending = await agreements.pending(shown.tools)
      const ofSkills = await pendingSkills(shown.skills)
      return [
        ...(pending.length > 0 ? [describeReview(name, pending)] : []),
        ...(ofSkills.length > 0 ? [`The MCP server "${name}" offers skills, which the agent would follow.`] : []),
        ...ofSkills.map(describePending),
      ].join('\n\n')
    },
    async agree() {
      await agreements.agree(shown.tools)
      await skillAgreements.agree(shown.skills.map(({ skill }) => skill))
    },
    async copySkills(skillName, folder, signal) {
      await server.refresh()
      const wanted = skills().filter((each) => skillName === '' || each.name === `${name}:${skillName}`)
      if (wanted.length === 0)
        throw new HermesError(
          'skill/source',
          `The MCP server "${name}" has no ${skillName ? `skill "${skillName}"` : 'skills'}.`,
        )
      await copySkills(server, wanted, { folder, signal })
    },
    async logIn(person, signal) {
      const { url } = own
      if (url === undefined)
        throw new ConfigError('mcp_servers', `The MCP server "${name}" is a program: it needs no login.`)
      const store = createLoginFile(paths.home, name)
      await logInToServer({ server: name, url, store, client: toClient(own), fetch, signal, person })
    },
    [Symbol.asyncDispose]: () => ending[Symbol.asyncDispose](),
  }
}

/** Revokes all agreements to a server, and deletes the login to it. */
export async function forgetMcpServer({ home }: Pick<HomePaths, 'home'>, name: string): Promise<void> {
  await createLoginFile(home, name).save(undefined)
  await openPins(home).forget(`mcp:${name}`)
}
