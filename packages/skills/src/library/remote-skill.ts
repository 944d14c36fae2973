import type { ToolContext } from '@hermes/core'
import type { ListedSkill, SkillEntry } from '../find/index.js'

/** A skill of an MCP server, which is read when it is used. */
export interface RemoteSkill extends ListedSkill {
  readonly origin: 'mcp'
  /** The server as named in the settings. Its name prefixes that of the skill: `hub:deploy`. */
  readonly server: string
  /** Its address on the server. */
  readonly uri: string
}

/** A skill of this machine or of a server. */
export type UsableSkill = SkillEntry | RemoteSkill

/** What reading a remote skill needs from the tool call that reads it. */
export type SkillReader = Pick<ToolContext, 'sessionId' | 'signal' | 'report' | 'run'>

/** Skills of servers. Reading one may ask the user, and rejects if the user does not agree. */
export interface RemoteSkills {
  /** Returns the currently known skills. Each call returns the same objects until something has changed. */
  list(): readonly RemoteSkill[]
  /**
   * Finds a skill that is not listed, by the name of its server and its address: `hub:skill://acme/deploy/SKILL.md`.
   */
  find(name: string, reader: SkillReader): Promise<RemoteSkill | undefined>
  open(skill: RemoteSkill, reader: SkillReader): Promise<OpenedRemoteSkill>
  /**
   * Reads a file of a skill.
   * @param path The path of one of its files.
   */
  readFile(skill: RemoteSkill, path: string, reader: SkillReader): Promise<Uint8Array>
}

export interface OpenedRemoteSkill {
  /** The whole SKILL.md. */
  readonly text: string
  /** The paths of its other files. */
  readonly files: readonly string[]
}

export function isRemote(skill: UsableSkill): skill is RemoteSkill {
  return skill.origin === 'mcp'
}
