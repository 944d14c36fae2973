import { type ApiMode, ConfigError, type ModelChoice } from '@hermes/core'
import type { AgentFor } from '@hermes/core/wiring'
import { withinLimit, withoutCredentials } from '@hermes/safety'
import type { CommandOutcome } from '../../../contracts/command-outcome.js'
import type { ChoiceChanges } from '../../../contracts/conversation.js'
import { hasRole } from '../../../contracts/person.js'
import type { Command, CommandContext } from '../../command.js'
import { chooseSetting } from './choose-setting.js'
import { describeModel, readModelArguments } from './model-arguments.js'

export interface ModelServices {
  readonly agentFor: AgentFor
  /** Suggestions for lists and completion, the most useful first. Default: none, but any name may be given. */
  readonly models?: (signal: AbortSignal) => Promise<readonly OfferedModel[]>
  /** The short names that the config gives to models. */
  readonly aliases?: () => Readonly<Record<string, ModelReference>>
  /** Resolves `server:model`, where the server is one of the user's own. Returns `undefined` for any other text. */
  readonly ownModel?: (text: string) => ModelReference | undefined
  /** Reloads the list of models and prices. */
  readonly refreshModels?: (signal: AbortSignal) => Promise<{ readonly count: number; readonly source: string }>
  /** Saves a model as the default of all conversations. */
  readonly saveDefault?: (reference: ModelReference) => Promise<void>
}

export interface ModelReference {
  readonly model: string
  /** The provider of the model. Default: the current provider. */
  readonly provider?: string
  /** The address of the provider's server. Default: the provider's own. */
  readonly baseUrl?: string
  /** The API of a server at `baseUrl`. */
  readonly apiMode?: ApiMode
  /** The context window in tokens. Default: the known value, or the one that the server reports. */
  readonly contextWindow?: number
}

export interface OfferedModel extends ModelReference {
  readonly detail?: string
}

const offered = 20

/** `/model [name | provider:model | default] [--provider name] [--base-url url] [--once | --global] | --refresh` */
export function modelCommand(services: ModelServices): Command {
  return {
    name: 'model',
    usage: '[name | provider:model | default] [--provider name] [--base-url url] [--once | --global] | --refresh',
    description: 'show the model, or switch to another one',
    category: 'model',
    changesChoice: true,
    async complete(prefix, { signal }) {
      const aliases = Object.entries(services.aliases?.() ?? {}).map(([text, { model }]) => ({ text, detail: model }))
      const models = (await services.models?.(signal)) ?? []
      return [...aliases, ...models.map(({ model, provider }) => ({ text: provider ? `${provider}:${model}` : model }))]
        .filter(({ text }) => text.toLowerCase().includes(prefix.toLowerCase()))
        .slice(0, offered)
    },
    async run(args, context) {
      const { text, provider, baseUrl, isGlobal, isOnce, isRefresh } = readModelArguments(args)
      if (isRefresh) return refresh(services, context)
      if (baseUrl !== undefined && !hasRole(context.person, 'admin')) {
        return {
          type: 'error',
          text: '/model --base-url needs the role "admin": the provider\'s key goes to that address.',
        }
      }
      if (baseUrl !== undefined && withoutCredentials(baseUrl) !== baseUrl) {
        return {
          type: 'error',
          text: 'A conversation does not store credentials: put an address with a user, a password or a key into the setting model.base_url.',
        }
      }
      const namesServer = provider !== undefined || baseUrl !== undefined
      if (text === '' && !namesServer) return show(services, context)
      if (text === 'default') return chooseModel(services, context, settingsAgain)
      const reference = text === '' ? undefined : referenceOf(text, services)
      const { model, ...named }: Partial<ModelReference> = reference ?? {}
      const server = {
        // The key of another provider is not sent to the server of a short name.
        ...(provider === undefined ? named : { provider }),
        ...(baseUrl !== undefined && { baseUrl }),
      }
      // An address without a provider is the user's own server.
      const chosen = { model: model ?? null, ...(server.baseUrl !== undefined && { provider: 'custom' }), ...server }
      if (isOnce && isGlobal) return { type: 'error', text: '--once and --global exclude each other: use one of them.' }
      if (isOnce) return chooseOnce(services, context, chosen)
      return isGlobal ? saveModel(services, context, chosen) : chooseModel(services, context, chosen)
    },
  }
}

const settingsAgain: ModelChanges = { model: null, provider: null, baseUrl: null, apiMode: null, contextWindow: null }

/** Parses `provider:model`. The name of a local model may contain a colon itself: `qwen3:8b`. */
function referenceOf(text: string, { aliases, ownModel }: ModelServices): ModelReference {
  const known = aliases?.() ?? {}
  const alias = Object.hasOwn(known, text) ? known[text] : undefined
  if (alias) return alias
  const own = ownModel?.(text)
  if (own) return own
  const [, provider, model] = /^([a-z][a-z0-9_-]*):(?!\d+b\b)(\S+)$/.exec(text) ?? []
  return provider !== undefined && model !== undefined ? { provider, model } : { model: text }
}

type ModelChanges = Pick<ChoiceChanges, keyof ModelChoice>

/** A server and its model. `null`: the configured model. */
type ChosenServer = Omit<ModelReference, 'model'> & { readonly model: string | null }

async function chooseModel(
  services: ModelServices,
  context: CommandContext,
  chosen: ModelChanges,
): Promise<CommandOutcome> {
  const { conversation } = context
  const before = await modelNow(services, context)
  const outcome = await chooseSetting(context, chosen, '')
  const { model } = await services.agentFor(conversation.choice)
  const isSame = model.id === before?.id && model.provider === before.provider
  const text = `${isSame ? 'The model stays' : 'The model is'} ${describeModel(model)}.`
  const said = outcome.type === 'text' ? `${text} ${outcome.text.trim()}`.trim() : text
  return withDoubt({ type: 'text', text: said }, await doubtAbout(services, context, chosen))
}

/** Returns the current model; `undefined` if none can answer now, which the person may be about to fix. */
async function modelNow({ agentFor }: ModelServices, { conversation }: CommandContext) {
  try {
    return (await agentFor(conversation.choice)).model
  } catch (error) {
    if (ConfigError.is(error)) return undefined
    throw error
  }
}

const unlisted = 'The provider lists no model of that name: /model shows those that it has.'

/** How long to wait for the list of models, which a server may be slow to return. */
const listTimeoutMs = 3_000

function withDoubt({ text }: { readonly type: 'text'; readonly text: string }, doubt: string): CommandOutcome {
  return { type: 'text', text: `${text} ${doubt}`.trim() }
}

/**
 * Returns a warning when the provider of the conversation lists its models without the chosen one. Lists may be
 * incomplete, so the model is used anyway.
 */
async function doubtAbout(
  { models }: ModelServices,
  { conversation, signal }: CommandContext,
  { model, provider, baseUrl }: ModelChanges,
): Promise<string> {
  // The list belongs to the provider's own address.
  if (!model || baseUrl) return ''
  // If the server does not answer now, the next turn reports it.
  const listed = models ? await withinLimit(models(signal), listTimeoutMs, 'The list of models').catch(() => []) : []
  const ofProvider = provider ?? conversation.choice.provider
  const names = listed
    .filter((offer) => !ofProvider || offer.provider === undefined || offer.provider === ofProvider)
    .map((offer) => offer.model)
  if (names.length === 0 || names.includes(model)) return ''
  return unlisted
}

async function chooseOnce(
  services: ModelServices,
  context: CommandContext,
  chosen: ModelChanges,
): Promise<CommandOutcome> {
  const { agentFor } = services
  const { conversation, person } = context
  const { model } = await agentFor(await conversation.choose(chosen, person, { once: true }))
  const text = `The next turn is answered by ${describeModel(model)}, and only that one.`
  return withDoubt({ type: 'text', text }, await doubtAbout(services, context, chosen))
}

async function refresh(services: ModelServices, context: CommandContext): Promise<CommandOutcome> {
  if (!hasRole(context.person, 'admin')) return { type: 'error', text: '/model --refresh needs the role "admin".' }
  if (!services.refreshModels) return { type: 'error', text: 'The list of models cannot be reloaded here.' }
  context.report('loading the list of models')
  const { count, source } = await services.refreshModels(context.signal)
  const shown = await show(services, context)
  const loaded = `Loaded ${count.toLocaleString('en')} models from ${source}.`
  return shown.type === 'choice' ? { ...shown, prompt: `${loaded} ${shown.prompt}` } : { type: 'text', text: loaded }
}

async function saveModel(
  services: ModelServices,
  context: CommandContext,
  chosen: ChosenServer,
): Promise<CommandOutcome> {
  if (!hasRole(context.person, 'admin')) return { type: 'error', text: '/model --global needs the role "admin".' }
  const { model, ...server } = chosen
  if (!services.saveDefault || model === null) {
    return { type: 'error', text: 'Give the model for all conversations: /model name --global.' }
  }
  // The choice is validated first: an unknown model must not be saved globally.
  const outcome = await chooseModel(services, context, chosen)
  await services.saveDefault({ model, ...server })
  return outcome.type === 'text' ? { type: 'text', text: `${outcome.text} New conversations use it.` } : outcome
}

async function show(services: ModelServices, context: CommandContext): Promise<CommandOutcome> {
  const { model } = await services.agentFor(context.conversation.choice)
  const aliases = Object.entries(services.aliases?.() ?? {}).map(([name, { model: detail }]) => ({
    label: name,
    detail,
    command: `/model ${name}`,
  }))
  const models = ((await services.models?.(context.signal)) ?? []).map((offer) => ({
    label: offer.model,
    command: `/model ${offer.provider === undefined ? offer.model : `${offer.model} --provider ${offer.provider}`}`,
    ...(offer.detail !== undefined && { detail: offer.detail }),
    ...(offer.model === model.id && { isCurrent: true }),
  }))
  const options = [...aliases, ...models].slice(0, offered)
  if (options.length === 0) return { type: 'text', text: `${describeModel(model)}` }
  return { type: 'choice', prompt: describeModel(model), options }
}
