import { describeError, type Logger } from '@hermes/core'
import { toSkillMessage } from '@hermes/safety'
import type { SkillEntry } from '../find/index.js'
import { describeSkill, isRemote, type SkillLibrary, type UsableSkill } from '../library/index.js'
import { skillViewIdentity } from '../tools/tool-identities.js'
import { readBundles, type SkillBundle } from './read-bundles.js'

/** Starts skills for people: by name, or several as a bundle. */
export interface SkillStarter {
  /** Returns the skills that people can start, as of the last check. Checks again in the background. */
  skills(): readonly StartableSkill[]
  bundles(): readonly SkillBundle[]
  /** Checks for new and changed skills now. */
  refresh(): Promise<void>
  /**
   * Returns the message to the model with the text of the skills and the request of the person. It is a message of the
   * person, so that the system prompt stays the same.
   * @throws {HermesError} `skill/not-found`, `skill/refused`.
   */
  message(names: readonly string[], request: string, instructions?: string): Promise<string>
}

export type StartableSkill = Pick<UsableSkill, 'name' | 'description' | 'category' | 'origin'>

export interface SkillStarterOptions {
  readonly library: SkillLibrary
  /** The folder of bundles. */
  readonly bundleFolder: string
  readonly logger: Logger
  /** Called with each started skill. */
  readonly onUse?: (entry: SkillEntry) => Promise<void>
}

/** Minimum time between two checks of the files, in milliseconds. */
const lookEveryMs = 2_000

export function createSkillStarter({ library, bundleFolder, logger, onUse }: SkillStarterOptions): SkillStarter {
  let bundles: readonly SkillBundle[] = []
  let looked = Number.NEGATIVE_INFINITY
  const told = new Set<string>()
  let filtered: { readonly from: readonly UsableSkill[]; readonly list: readonly UsableSkill[] } | undefined

  async function refresh(): Promise<void> {
    looked = performance.now()
    const [, read] = await Promise.all([library.list(), readBundles(bundleFolder)])
    bundles = read.bundles
    for (const { file, problem } of read.problems) {
      if (!told.has(file)) logger.log('warn', `The skill bundle ${file} is not used: ${problem}`)
      told.add(file)
    }
  }

  function look(): void {
    if (performance.now() - looked < lookEveryMs) return
    refresh().catch((error: unknown) => logger.log('warn', `The skills were not read: ${describeError(error)}`))
  }

  return {
    refresh,
    skills() {
      look()
      const from = library.known
      if (filtered?.from !== from) filtered = { from, list: from.filter(({ isForModel }) => !isForModel) }
      return filtered.list
    },
    bundles() {
      look()
      return bundles
    },
    async message(names, request, instructions) {
      const texts: string[] = []
      for (const name of new Set(names)) {
        const entry = await library.find(name)
        if (isRemote(entry)) {
          // The tool asks the user if they have not agreed to the skill yet, and marks whose text it is.
          texts.push(`Read ${entry.name} with ${skillViewIdentity.name} first.`)
          continue
        }
        texts.push(describeSkill(entry, await library.open(entry)))
        await onUse?.(entry)
      }
      return toSkillMessage({ texts, instructions, request })
    },
  }
}
