import { HermesError, type Logger } from '@hermes/core'
import type { McpServer, RemoteSkill } from '@hermes/mcp'
import { oneLine } from '@hermes/safety'
import type { Scan } from '@hermes/safety/scan'
import {
  decideSkill,
  type RemoteSkills,
  type SkillReader,
  type SkillScan,
  scanSkillText,
  type RemoteSkill as UsableRemoteSkill,
} from '@hermes/skills'
import type { PinStatus } from '@hermes/tools/pins'
import type { AskToAgree } from '../agree/ask-to-agree.js'
import { describeSkillReview, skillChoices } from '../agree/review-skill.js'
import type { SkillAgreements } from '../agree/skill-agreements.js'
import { filesOf, type NamedSkill, nameSkills } from '../name-skills.js'

/** The skills of a server as agents see them. */
export interface ServerSkills extends RemoteSkills {
  readonly server: string
  /** Updates the list. Call it when the server's list has changed. */
  update(): Promise<void>
}

export interface ServerSkillsOptions {
  readonly server: McpServer
  readonly agreements: SkillAgreements
  readonly ask: AskToAgree
  readonly scan: Scan
  readonly logger: Logger
}

/** Provides skills that a person must agree to before the model reads them. Until then, the model only sees their names. */
export function createServerSkills({ server, agreements, ask, scan, logger }: ServerSkillsOptions): ServerSkills {
  const { name: serverName } = server.settings
  let named: readonly NamedSkill[] = []
  let listed: readonly UsableRemoteSkill[] = []
  /** Skills that the server does not list, by address. */
  const unlisted = new Map<string, RemoteSkill>()
  /** The texts of reviews that a person has rejected. They are not shown again in this process. */
  const refused = new Set<string>()
  let asking: Promise<unknown> = Promise.resolve()

  async function update(): Promise<void> {
    named = nameSkills(serverName, server.listing?.skills ?? [])
    const statuses = await agreements.statuses(named.map(({ skill }) => skill))
    listed = named.map((each, index) => toUsable(each, statuses[index] ?? 'new'))
  }

  function toUsable({ name, skill }: NamedSkill, status: PinStatus): UsableRemoteSkill {
    const description =
      status === 'approved' ? oneLine(skill.frontmatter.description, longestDescription) : notes[status]
    return { name, description, origin: 'mcp', server: serverName, uri: skill.uri, category: serverName }
  }

  /** Returns the skill as its server lists it now. */
  function current({ name, uri }: Pick<UsableRemoteSkill, 'name' | 'uri'>): NamedSkill {
    const skill = named.find((each) => each.skill.uri === uri)?.skill ?? unlisted.get(uri)
    if (skill) return { name, skill }
    throw new HermesError('skill/not-found', `The MCP server "${serverName}" no longer has the skill "${name}".`)
  }

  /** Reads SKILL.md, and asks about the skill if its current version has not been agreed to. */
  async function open(skill: UsableRemoteSkill, reader: SkillReader): Promise<{ now: NamedSkill; text: string }> {
    const now = current(skill)
    const text = await read(now, undefined, reader)
    const found = requireHarmless(now.name, await scanSkillText('SKILL.md', text, scan))
    // Questions are asked one at a time, because the answer to one may also answer the next.
    const agreed = asking.then(() => requireAgreed(now, { text, findings: found }, reader))
    asking = agreed.catch(() => undefined)
    await agreed
    return { now, text }
  }

  async function read({ skill }: NamedSkill, path: string | undefined, reader: SkillReader): Promise<string> {
    const { bytes } = await server.readSkill(skill, path, reader)
    return Buffer.from(bytes).toString('utf8')
  }

  async function requireAgreed(
    now: NamedSkill,
    shown: { readonly text: string; readonly findings: readonly string[] },
    reader: SkillReader,
  ): Promise<void> {
    const [status = 'new'] = await agreements.statuses([now.skill])
    if (status === 'approved') return
    const question = describeSkillReview(serverName, { named: now, status }, shown)
    if (refused.has(question) || !(await ask(question, skillChoices, reader))) {
      refused.add(question)
      throw new HermesError('mcp/not-agreed', `The user has not agreed to the skill "${now.name}".`)
    }
    await agreements.agree([now.skill])
    await update()
  }

  return {
    server: serverName,
    list: () => listed,
    async find(name, reader) {
      const uri = name.startsWith(`${serverName}:`) ? name.slice(serverName.length + 1) : ''
      if (!uri.includes('://')) return undefined
      const known = listed.find((each) => each.uri === uri)
      if (known) return known
      const skill = await server.getSkill(uri, reader)
      unlisted.set(uri, skill)
      const [status = 'new'] = await agreements.statuses([skill])
      return toUsable({ name, skill }, status)
    },
    async open(skill, reader) {
      const { now, text } = await open(skill, reader)
      const files = filesOf(now.skill).map(({ path }) => path)
      return { text, files: files.filter((path) => path !== 'SKILL.md') }
    },
    async readFile(skill, path, reader) {
      const { now } = await open(skill, reader)
      if (!filesOf(now.skill).some((file) => file.path === path))
        throw new HermesError('skill/not-found', `The skill "${now.name}" has no file ${path}.`)
      const { bytes } = await server.readSkill(now.skill, path, reader)
      requireHarmless(now.name, await scanSkillText(path, Buffer.from(bytes).toString('utf8'), scan))
      return bytes
    },
    update: () =>
      update().catch((error: unknown) => {
        // Without the pins, nothing counts as agreed to.
        listed = []
        logger.log('error', `The skills of the MCP server "${serverName}" are left out: ${error}`)
      }),
  }
}

const longestDescription = 300
const notes = {
  new: 'Not agreed to yet: reading it asks the user.',
  changed: 'Changed since it was agreed to: reading it asks the user.',
} as const

/** Returns the findings that a person should look at. @throws {HermesError} `skill/refused` when the scan refuses the skill. */
function requireHarmless(name: string, { verdict, findings }: SkillScan): readonly string[] {
  const ids = [...new Set(findings.map(({ id }) => id))]
  if (decideSkill('community', verdict) !== 'refuse') return ids
  throw new HermesError('skill/refused', `The skill "${name}" is not used: its scan found ${ids.join(', ')}.`)
}
