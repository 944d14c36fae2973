import type { Skill } from '@modelcontextprotocol/client/ext/skills'

/** A skill as its server lists it (SEP-2640): the address of its SKILL.md, its frontmatter, and the size and hash of each file. */
export type RemoteSkill = Skill

/** A file of a skill that has the size and the hash of the list. */
export interface RemoteSkillFile {
  readonly bytes: Uint8Array
}
