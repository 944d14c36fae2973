import { getConfigValue, setConfigValue } from '@hermes/runtime'
import type { PromptOption, Prompts } from '../../prompts/prompts.js'
import type { Step } from './run-steps.js'
import type { SetupKit } from './setup-kit.js'

/** A setting that a person chooses from a list, or types. */
export interface SettingQuestion {
  /** The path of the setting. */
  readonly path: string
  readonly question: string
  /** Absent: the value is typed. */
  readonly options?: readonly PromptOption<string>[]
}

/** One step for each setting, which saves it when it changes. */
export function settingSteps(
  questions: readonly SettingQuestion[],
  prompts: Prompts,
  { config, paths }: Pick<SetupKit, 'config' | 'paths'>,
): readonly Step<string, string>[] {
  return questions.map(({ path, question, options }) => ({
    name: path,
    async run(state) {
      const before = String(getConfigValue(config, path) ?? '')
      const reply = options
        ? await prompts.choose({ question, options, initial: before })
        : await prompts.text({ question, initial: before })
      if (reply.type !== 'answer') return reply
      if (reply.value !== before) {
        const edit = await setConfigValue(paths, path, reply.value)
        prompts.say('success', `Set ${edit.name} in ${edit.file}.`)
      }
      return { type: 'next', state }
    },
  }))
}
