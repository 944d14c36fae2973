import { type PlatformForm, savePlatform, tryPlatform } from '@hermes/runtime'
import type { CommandContext } from '../../../arguments/command-spec.js'
import type { Prompts } from '../../../prompts/prompts.js'
import { interruptible } from '../interruptible.js'
import { runSteps } from '../run-steps.js'
import type { SetupKit } from '../setup-kit.js'
import { ensureApiKey } from './ensure-api-key.js'
import type { NetworkSettings } from './network-state.js'
import { networkSteps } from './network-steps.js'
import { accessSettings } from './people-steps.js'

export interface SetUpNetworkOptions {
  readonly form: PlatformForm
  readonly current: NetworkSettings
  readonly kit: SetupKit
  readonly context: CommandContext
  readonly prompts: Prompts
}

/** Asks for the settings of a network, tries them, and saves them. Resolves to `left` if the user ended the setup. */
export async function setUpNetwork(options: SetUpNetworkOptions): Promise<'saved' | 'unchanged' | 'left'> {
  const { form, current, kit, prompts } = options
  const { name, title } = form
  let isLeft = false
  const steps = networkSteps({
    prompts,
    form,
    current,
    interruptible,
    attempt: (settings, signal) => tryPlatform({ name, settings, paths: kit.paths, variables: kit.variables, signal }),
  }).map((step) => ({
    ...step,
    async run(state: Parameters<typeof step.run>[0]) {
      const move = await step.run(state)
      if (move.type === 'leave') isLeft = true
      return move
    },
  }))
  const ended = await runSteps(steps, { values: {} })
  if (!ended || ended.isSkipped) {
    prompts.say('info', `Nothing was saved for ${title}.`)
    return isLeft ? 'left' : 'unchanged'
  }
  const values = {
    ...ended.values,
    ...accessSettings(ended.access),
    ...(current.enabled === false && { enabled: true }),
  }
  for (const edit of await savePlatform(kit.paths, form, values))
    prompts.say('success', `Set ${edit.name} in ${edit.file}.`)
  warnOfVariables(options, values)
  const made = await ensureApiKey(kit)
  if (made !== undefined) prompts.say('success', made)
  if (ended.access === 'pair') {
    const self = ended.tried?.self ?? 'the agent'
    prompts.say(
      'info',
      `Write to ${self} when the gateway runs, and approve the code: hermes gateway pair ${name} CODE`,
    )
  }
  return 'saved'
}

/** Warns about environment variables that override the saved values in `.env`. */
function warnOfVariables({ form, context, prompts }: SetUpNetworkOptions, values: NetworkSettings): void {
  for (const { name, variable, isSecret } of form.fields) {
    const [set, saved] = [context.io.env[variable], values[name]]
    if (!isSecret || set === undefined || saved === undefined || set === saved) continue
    prompts.say('warning', `${variable} has another value in the environment, which is used instead: unset it there.`)
  }
}
