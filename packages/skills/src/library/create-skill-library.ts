import { HermesError } from '@hermes/core'
import { nearestNames } from '@hermes/safety'
import type { SkillEntry, SkillIndex, SkillSet } from '../find/index.js'
import { skillLimits } from '../format/index.js'
import type { RemoteSkill, RemoteSkills, UsableSkill } from './remote-skill.js'
import { type MissingSetup, missingSetup, type SetupPlace } from './setup.js'
import { listSkillFiles, readSkillFile, type SkillFile, type SkillFileContent } from './skill-files.js'

/** The skills of an agent, as its tools and commands use them. */
export interface SkillLibrary {
  /** Returns the enabled skills, those of servers last. */
  list(): Promise<readonly UsableSkill[]>
  /** The result of the last call of `list`, available without waiting. */
  readonly known: readonly UsableSkill[]
  /** Finds a skill. @throws {HermesError} `skill/not-found`, `skill/refused` when it is disabled. */
  find(name: string): Promise<UsableSkill>
  /** Opens a skill. @throws {HermesError} `skill/refused` when its review forbids its use. */
  open(entry: SkillEntry): Promise<OpenedSkill>
  readFile(entry: SkillEntry, path: string): Promise<SkillFileContent>
}

export interface OpenedSkill {
  /** The whole SKILL.md. */
  readonly text: string
  /** The other files. */
  readonly files: readonly SkillFile[]
  readonly missing: MissingSetup
  /** The values of those settings that have one. */
  readonly settings: Readonly<Record<string, string>>
}

export interface SkillLibraryOptions {
  readonly index: SkillIndex
  /** Names of disabled skills. */
  readonly disabled: ReadonlySet<string>
  readonly place: SetupPlace
  /** Values of the settings of skills, by skill and key. */
  readonly settings: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /**
   * Called before a skill, or one of its files, is shown to the model. Rejects to forbid it. Default: everything is
   * shown.
   */
  readonly review?: (entry: SkillEntry, text: string) => Promise<void>
  /** The skills of servers. Default: none. */
  readonly remote?: Pick<RemoteSkills, 'list'>
}

export function createSkillLibrary(options: SkillLibraryOptions): SkillLibrary {
  const { index, disabled, place, review, remote } = options
  let selected: Selected | undefined
  const select = (from: SkillSet) => {
    const remotes = remote?.list() ?? []
    if (selected?.from !== from || selected.remotes !== remotes) {
      const isOn = ({ name }: UsableSkill) => !disabled.has(name)
      // A server cannot replace a skill of this machine.
      const added = remotes.filter((skill) => isOn(skill) && !from.get(skill.name))
      const own = disabled.size > 0 ? from.list.filter(isOn) : from.list
      selected = { from, remotes, list: added.length > 0 ? [...own, ...added] : own }
    }
    return selected.list
  }
  return {
    list: async () => select(await index.load()),
    get known() {
      return select(index.current)
    },
    async find(name) {
      const set = await index.load()
      const wanted = name.trim().replace(/^\//, '')
      const entry = set.get(wanted) ?? remote?.list().find((each) => each.name === wanted)
      if (!entry) throw unknownSkill(name, select(set))
      if (!disabled.has(entry.name)) return entry
      throw new HermesError('skill/refused', `The skill "${entry.name}" is switched off by the settings.`)
    },
    async open(entry) {
      const [{ bytes }, files] = await Promise.all([
        readSkillFile(entry.folder, entry.file, skillLimits.fileBytes),
        listSkillFiles(entry.folder),
      ])
      const text = bytes.toString('utf8')
      await review?.(entry, text)
      return {
        text,
        files: files.filter(({ path }) => path !== entry.file),
        missing: await missingSetup(entry, place),
        settings: settingsOf(entry, options.settings[entry.name] ?? {}),
      }
    },
    async readFile(entry, path) {
      const content = await readSkillFile(entry.folder, path, skillLimits.fileBytes)
      await review?.(entry, content.bytes.toString('utf8'))
      return content
    },
  }
}

interface Selected {
  readonly from: SkillSet
  readonly remotes: readonly RemoteSkill[]
  readonly list: readonly UsableSkill[]
}

function settingsOf(
  { settings = [] }: SkillEntry,
  values: Readonly<Record<string, unknown>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    settings.flatMap(({ key, default: usual }) => {
      const value = values[key] ?? usual
      return value === undefined ? [] : [[key, typeof value === 'string' ? value : JSON.stringify(value)]]
    }),
  )
}

function unknownSkill(name: string, list: readonly UsableSkill[]): HermesError {
  const near = nearestNames(
    name,
    list.map((entry) => entry.name),
  )
  const hint = near.length > 0 ? ` Did you mean ${near.join(' or ')}?` : ''
  return new HermesError('skill/not-found', `There is no skill "${name}".${hint}`)
}
