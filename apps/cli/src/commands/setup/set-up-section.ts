import type { CommandContext } from '../../arguments/command-spec.js'
import type { Prompts } from '../../prompts/prompts.js'
import { runSteps } from './run-steps.js'
import { type SettingSection, sections } from './sections.js'
import { settingSteps } from './setting-questions.js'
import { openSetupKit } from './setup-kit.js'

/** Asks for the settings of one section. @returns whether the user reached the end. */
export async function setUpSection(name: SettingSection, context: CommandContext, prompts: Prompts): Promise<boolean> {
  const kit = await openSetupKit(context)
  const steps = settingSteps(sections[name], prompts, kit)
  const ended = await runSteps(steps, name)
  return ended !== undefined
}
