import type { CommandContext } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import type { Prompts, Reply } from '../../prompts/prompts.js'
import { reportError } from '../../render/outcomes/report-error.js'
import { login } from '../auth/login.js'
import { draftFile } from './draft-file.js'
import { findSources } from './find-sources.js'
import { interruptible } from './interruptible.js'
import type { ModelDraft } from './model-draft.js'
import { modelSteps } from './model-steps.js'
import { runSteps } from './run-steps.js'
import { saveDraft } from './save-draft.js'
import { openSetupKit } from './setup-kit.js'

/**
 * Asks for provider, key and model, tries the model, and saves it. If the user leaves, the next setup offers the choices again.
 * @returns whether a model was saved.
 */
export async function setUpModel(context: CommandContext, prompts: Prompts): Promise<boolean> {
  const kit = await openSetupKit(context)
  const drafts = draftFile(kit.paths)
  const begun = await begin(await drafts.read(), prompts)
  if (begun.type !== 'answer') return false
  prompts.say('info', 'Looking for keys and model servers on this machine.')
  const sources = await findSources(kit)
  const steps = modelSteps({
    prompts,
    kit,
    sources,
    interruptible,
    t: context.io.t,
    onChoice: (draft) => drafts.write(draft),
    logIn: (provider) => logIn(context, provider),
  })
  const draft = begun.value
  const ended = await runSteps(steps, { draft }, firstStep(draft))
  if (!ended) {
    prompts.say('info', `Nothing was saved. To take it up again: ${context.program} setup`)
    return false
  }
  for (const sentence of await saveDraft(kit, ended.draft)) prompts.say('success', sentence)
  await drafts.remove()
  return true
}

function firstStep({ provider, baseUrl }: ModelDraft): 'provider' | 'address' | 'credential' {
  if (provider === undefined) return 'provider'
  return baseUrl === undefined ? 'address' : 'credential'
}

async function begin(left: ModelDraft | undefined, prompts: Prompts): Promise<Reply<ModelDraft>> {
  if (!left) return { type: 'answer', value: {} }
  const { provider, model } = left
  return prompts.choose<ModelDraft>({
    question: 'The last setup was left before it was saved.',
    options: [
      { value: left, label: `Continue with ${model === undefined ? provider : `${model} by ${provider}`}` },
      { value: {}, label: 'Start over' },
    ],
  })
}

async function logIn(context: CommandContext, provider: string): Promise<boolean | undefined> {
  try {
    const code = await login({ ...context, parameters: [provider] })
    return code === exitCode.ok ? true : undefined
  } catch (error) {
    const { io, values, program } = context
    await reportError(error, { io, isVerbose: values.verbose === true, program })
    return false
  }
}
