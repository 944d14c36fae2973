import { setConfigValue } from '@hermes/runtime'
import type { CommandContext } from '../../arguments/command-spec.js'
import type { Prompts } from '../../prompts/prompts.js'
import { plural } from '../../render/text/format.js'
import { openForInspection } from '../../setup/open-for-inspection.js'

/** Asks for the toolsets of the terminal, and saves them in `platform_toolsets.cli`. */
export async function setUpTools(context: CommandContext, prompts: Prompts): Promise<boolean> {
  const { tools, paths } = await inspect(context)
  const names = [...new Set(tools.map(({ toolset }) => toolset))]
  const isOn = (name: string) => tools.some(({ toolset, state }) => toolset === name && state !== 'off')
  const reply = await prompts.chooseMany({
    question: 'Which tools may the agent use in the terminal? (Space selects)',
    options: names.map((name) => ({ value: name, label: labelOf(name, tools) })),
    selected: names.filter(isOn),
  })
  if (reply.type !== 'answer') return false
  const off = names.filter((name) => !reply.value.includes(name))
  // Toolsets that are added later are enabled.
  const value = ['all', ...off.map((name) => `-${name}`)].join(',')
  const edit = await setConfigValue(paths, 'platform_toolsets.cli', value)
  prompts.say('success', `Set ${edit.name} in ${edit.file}.`)
  return true
}

async function inspect({ io, values: { profile } }: CommandContext) {
  await using runtime = await openForInspection({ io, values: { ...(profile !== undefined && { profile }) } })
  return { tools: await runtime.describeTools(), paths: runtime.paths }
}

function labelOf(name: string, tools: readonly { readonly toolset: string; readonly name: string }[]): string {
  const own = tools.filter(({ toolset }) => toolset === name)
  return own.length === 1 ? name : `${name} (${plural(own.length, 'tool')})`
}
