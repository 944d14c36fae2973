/** The skills of a program that are served to clients, as the extension for skills (SEP-2640) describes them. */
export interface SkillHost {
  /** Returns the current skills, each name once. Clients see only those in the strict format of agentskills.io. */
  list(): Promise<readonly ServedSkill[]>
}

export interface ServedSkill {
  /** The `name` of its SKILL.md. */
  readonly name: string
  /** Returns the paths of all its files, with `/`, including SKILL.md. */
  files(): Promise<readonly string[]>
  /** Reads one of the files. Rejects for any other path. */
  read(path: string): Promise<Uint8Array>
}
