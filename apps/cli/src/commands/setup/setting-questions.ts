import { ConfigError } from '@hermes/core'
import { getConfigValue, setConfigValue } from '@hermes/runtime'
import type { PromptOption, Prompts } from '../../prompts/prompts.js'
import type { Step } from './run-steps.js'
import type { SetupKit } from './setup-kit.js'

/** A setting that the user chooses from a list, or types. */
export interface SettingQuestion {
  /** Path of the setting. */
  readonly path: string
  readonly question: string
  /** Values to choose from. Absent if the value is typed. */
  readonly options?: readonly PromptOption<string>[]
}

/** Returns one step for each setting. It saves the setting when it changes, and asks again for an invalid value. */
export function settingSteps(
  questions: readonly SettingQuestion[],
  prompts: Prompts,
  { config, paths }: Pick<SetupKit, 'config' | 'paths'>,
): readonly Step<string, string>[] {
  async function save(path: string, value: string): Promise<boolean> {
    try {
      const edit = await setConfigValue(paths, path, value)
      prompts.say('success', `Set ${edit.name} in ${edit.file}.`)
      return true
    } catch (error) {
      if (!ConfigError.is(error)) throw error
      prompts.say('error', error.message)
      return false
    }
  }

  return questions.map(({ path, question, options }) => ({
    name: path,
    async run(state) {
      const before = String(getConfigValue(config, path) ?? '')
      for (let initial = before; ; ) {
        const reply = options
          ? await prompts.choose({ question, options, initial })
          : await prompts.text({ question, initial })
        if (reply.type !== 'answer') return reply
        if (reply.value === before || (await save(path, reply.value))) return { type: 'next', state }
        initial = reply.value
      }
    },
  }))
}
