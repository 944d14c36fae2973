import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { HermesError } from '@hermes/core'
import { isRecord } from '@hermes/safety'
import { readOptional } from '@hermes/safety/files'
import { english } from '@hermes/safety/language'
import type { CommandContext } from '../../../arguments/command-spec.js'
import { isFolder } from '../../../setup/is-folder.js'
import { userHome } from '../foreign-program.js'
import { type Fields, fieldsAt, listAt, textAt } from './fields.js'
import { readJson5 } from './read-json5.js'

/** Home of OpenClaw, and the agent to import. */
export interface OpenClawHome {
  readonly home: string
  /** Entries of the home. */
  readonly entries: readonly string[]
  /** Content of `openclaw.json`; empty if there is none. */
  readonly config: Fields
  readonly agent: string
  /** Whether this is the main agent, which owns everything that is not assigned to an agent. */
  readonly isDefault: boolean
  /** Settings of this agent alone. */
  readonly agentSettings: Fields
  /** Folder of the agent with files such as `SOUL.md`, if it exists. */
  readonly workspace?: string
}

/** Current and former names of the program's home. */
const folders = ['.openclaw', '.clawdbot', '.moltbot']
const configNames = ['openclaw.json', 'clawdbot.json', 'moltbot.json']

/**
 * Finds the home named on the command line or by `OPENCLAW_STATE_DIR`, or the first one with a name of the program.
 * @throws {HermesError} `cli/import` when there is none, its settings cannot be read, or it does not have the agent.
 */
export async function openOpenClawHome({ io, values }: CommandContext): Promise<OpenClawHome> {
  const user = userHome(io)
  const named = values.from ?? (io.env.OPENCLAW_STATE_DIR || undefined)
  const home = named === undefined ? await firstOf(folders.map((name) => join(user, name))) : undefined
  const path = resolve(io.workingDirectory, home ?? named ?? join(user, '.openclaw'))
  const entries = await readdir(path).catch((cause: NodeJS.ErrnoException) => {
    const sentence = `${path} cannot be read (${cause.code ?? ''}): name the home of OpenClaw with --from.`
    throw new HermesError('cli/import', sentence, { cause })
  })
  const file = configNames.find((name) => entries.includes(name))
  const config = file === undefined ? {} : await readConfig(join(path, file))
  const agents = listAt(fieldsAt(config, 'agents'), 'list').filter(isRecord)
  const first = agents.find(({ default: isDefault }) => isDefault === true) ?? agents[0]
  const main = textAt(first, 'id') ?? 'main'
  const agent = values.agent ?? main
  const agentSettings = agents.find(({ id }) => id === agent)
  const workspace = await firstOf(workspacesOf(agent, agentSettings, { home: path, user, config }))
  if (!agentSettings && workspace === undefined && values.agent !== undefined) {
    const known = [...new Set(['main', ...agents.flatMap((each) => textAt(each, 'id') ?? [])])].join(', ')
    throw new HermesError('cli/import', `OpenClaw has no agent "${agent}": name one of ${known} with --agent.`)
  }
  const chosen = { agent, isDefault: agent === main, agentSettings: agentSettings ?? {} }
  return { home: path, entries, config, ...chosen, ...(workspace !== undefined && { workspace }) }
}

interface Places {
  readonly home: string
  readonly user: string
  readonly config: Fields
}

/** Returns the possible workspaces of an agent, the configured one first. A home copied from elsewhere contains its workspace. */
function workspacesOf(
  agent: string,
  agentSettings: Fields | undefined,
  { home, user, config }: Places,
): readonly string[] {
  const defaults = fieldsAt(fieldsAt(config, 'agents'), 'defaults')
  const isMain = agent === 'main' || agentSettings?.default === true
  const shared = textAt(defaults, 'workspace') ?? textAt(fieldsAt(config, 'agent'), 'workspace')
  const named = textAt(agentSettings, 'workspace') ?? (isMain ? shared : undefined)
  const usual = isMain ? ['workspace', 'workspace-main', 'workspace.default'] : []
  return [
    ...(named === undefined
      ? []
      : [
          resolve(
            home,
            named.replace(/^~(?=\/|$)/, () => user),
          ),
        ]),
    ...[...usual, `workspace-${agent}`].map((name) => join(home, name)),
    ...(isMain ? [join(user, 'clawd')] : []),
  ]
}

async function firstOf(paths: readonly string[]): Promise<string | undefined> {
  for (const path of paths) if (await isFolder(path)) return path
  return undefined
}

async function readConfig(path: string): Promise<Fields> {
  try {
    const value = readJson5((await readOptional(path)) ?? '{}')
    if (isRecord(value)) return value
    throw new SyntaxError(english`it is no object`)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : ''
    throw new HermesError('cli/import', `${path} cannot be read (${reason}): correct it, then import again.`, { cause })
  }
}
