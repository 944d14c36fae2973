import { ConfigError } from '@hermes/core'
import {
  type Config,
  type CredentialBook,
  openCatalog,
  openCredentials,
  resolveConfiguredProvider,
  type SavedModel,
  saveModel,
} from '@hermes/runtime'
import { english } from '@hermes/safety/language'
import { findPreset } from '@hermes/transports'
import type { Catalog } from '@hermes/transports/catalog'
import type { CommandContext, CommandHandler } from '../../arguments/command-spec.js'
import { didYouMean } from '../../arguments/did-you-mean.js'
import { exitCode } from '../../exit-code.js'
import { tell } from '../../io.js'
import { modelOptions } from '../../prompts/model-options.js'
import type { PromptOption } from '../../prompts/prompts.js'
import { oneLine, safeText } from '../../render/text/safe-text.js'
import { assertProvider, modelsOfProvider } from '../../setup/models-of-provider.js'
import { openHome } from '../../setup/open-home.js'
import { UsageError } from '../../usage-error.js'
import { choiceOf } from './choice-of.js'
import { requireTask, saveTaskModel, type TaskModel } from './save-task-model.js'

/** `hermes model [MODEL]`: saves the model and, if chosen from the list or with `--provider`, its provider. */
export const model: CommandHandler = async (context) => {
  const { io, values, parameters } = context
  if (values.provider !== undefined) {
    const { config } = await openHome({ io, values: withoutModel(values) })
    assertProvider(values.provider, config)
  }
  if (values.for !== undefined) return modelForTask(context, requireTask(values.for))
  const choice =
    parameters[0] === undefined
      ? await pick<SavedModel>(context, { question: english`Which model? (Escape keeps the current one)` })
      : choiceOf(parameters[0], values.provider, (await openHome({ io, values: withoutModel(values) })).config)
  if (!choice) return exitCode.ok
  const { provider: _, ...others } = values
  const { paths, config } = await openHome({ io, values: others })
  const { file, removed } = await saveModel(paths, config, choice)
  for (const edit of removed) {
    await tell(io, `Removed ${edit.name} from ${edit.file}: it belonged to the previous model.`)
  }
  const model = oneLine(choice.model)
  await tell(
    io,
    choice.provider === undefined
      ? `The model is ${model} (saved in ${file}).`
      : `The model is ${model} by ${choice.provider} (saved in ${file}).`,
  )
  await mentionProblems(context)
  return exitCode.ok
}

/** `hermes model [MODEL] --for TASK`: sets the model of a side task. `auto` means the model of the conversation. */
async function modelForTask(context: CommandContext, task: string): Promise<number> {
  const { io, values, parameters } = context
  const [named] = parameters
  const { paths, config } = await openHome({ io, values: withoutModel(values) })
  const choice = named === undefined ? await pickForTask(context, task) : taskModelOf(named, values.provider, config)
  if (choice === undefined) return exitCode.ok
  const file = await saveTaskModel(paths, task, choice)
  await tell(
    io,
    choice === 'auto'
      ? `The model for ${task} is that of the conversation (saved in ${file}).`
      : `The model for ${task} is ${oneLine(choice.model)} (saved in ${file}).`,
  )
  return exitCode.ok
}

function pickForTask(context: CommandContext, task: string): Promise<TaskModel | undefined> {
  return pick<TaskModel>(context, {
    question: english`Which model for ${task}? (Escape keeps the current one)`,
    first: [{ label: english`That of the conversation`, value: 'auto' }],
  })
}

function taskModelOf(model: string, provider: string | undefined, config: Config): TaskModel {
  return model === 'auto' ? model : choiceOf(model, provider, config)
}

function withoutModel({ provider: _, model: __, ...others }: CommandContext['values']): CommandContext['values'] {
  return others
}

interface PickOptions<Chosen> {
  readonly question: string
  /** Options to show before the models. */
  readonly first?: readonly PromptOption<Chosen>[]
}

/** Chooses from a list that is searched by typing. Resolves to `undefined` when the user chooses nothing. */
async function pick<Chosen>(
  { io, values }: CommandContext,
  { question, first = [] }: PickOptions<Chosen>,
): Promise<SavedModel | Chosen | undefined> {
  if (!io.stdin.isTTY || !io.stderr.isTTY) {
    throw new UsageError('There is no terminal to choose on: name the model, as in hermes model MODEL --provider NAME.')
  }
  const { paths, config, variables } = await openHome({ io, values })
  const rows = await modelsOfProvider({
    config,
    variables,
    values,
    catalog: openCatalog(paths, { variables, config }),
  })
  if (rows.length === 0)
    throw new UsageError('No models are known of this provider: name one, as in hermes model MODEL.')
  const { clackPrompts } = await import('../../prompts/clack-prompts.js')
  using prompts = clackPrompts(io)
  const hasProviders = new Set(rows.map(({ provider }) => provider)).size > 1
  const listed = modelOptions(rows, { hasProviders, t: io.t }).map(({ label, value: { id, provider } }) => ({
    label,
    value: { model: id, provider },
  }))
  const reply = await prompts.search<SavedModel | Chosen>({
    question,
    options: [...first, ...listed],
    typed: (text) => ({ label: `Use "${text}"`, value: choiceOf(text, values.provider, config) }),
  })
  return reply.type === 'answer' ? reply.value : undefined
}

/** Warns about problems of the next chat. The choice is saved nevertheless. */
async function mentionProblems({ io, values }: CommandContext): Promise<void> {
  const { paths, config, variables } = await openHome({ io, values: withoutModel(values) })
  const problem =
    whatIsWrong(config, variables, (await openCredentials(paths, variables)).kept) ??
    whatIsOdd(config, openCatalog(paths, { variables, config }))
  if (problem !== undefined) await tell(io, safeText(problem))
}

function whatIsWrong(
  config: Config,
  variables: CommandContext['io']['env'],
  kept: CredentialBook['kept'],
): string | undefined {
  try {
    resolveConfiguredProvider(config, variables, kept)
    return undefined
  } catch (error) {
    if (ConfigError.is(error)) return error.message
    throw error
  }
}

function whatIsOdd({ model: { provider, default: id } }: Config, catalog: Catalog): string | undefined {
  const preset = findPreset(provider)
  if (!preset || preset.isLocal || catalog.find(provider, id)) return undefined
  const ids = catalog.list(provider).map((model) => model.id)
  return `${preset.name} has no known model of that name.${didYouMean(id, ids)}`
}
