import type { ChosenModel, ModelChoice } from '@hermes/core'
import type { AgentFor } from '@hermes/core/wiring'
import type { CommandOutcome } from '../../contracts/command-outcome.js'
import type { ChoiceChanges } from '../../contracts/conversation.js'
import { hasRole } from '../../contracts/person.js'
import type { Command, CommandContext } from '../command.js'
import { chooseSetting } from './choose-setting.js'

export interface ModelServices {
  readonly agentFor: AgentFor
  /** What can be chosen, the most useful first, for lists and completion. Default: nothing is offered, any name may be given. */
  readonly models?: (signal: AbortSignal) => Promise<readonly OfferedModel[]>
  /** Names of the config that stand for a model. */
  readonly aliases?: () => Readonly<Record<string, ModelReference>>
  /** Makes a model the usual one of all conversations. */
  readonly saveDefault?: (reference: ModelReference) => Promise<void>
}

export interface ModelReference {
  readonly model: string
  /** Default: the one that serves it now. */
  readonly provider?: string
  /** The address of the provider's server. Default: the one that the provider has. */
  readonly baseUrl?: string
}

export interface OfferedModel extends ModelReference {
  readonly detail?: string
}

const offered = 20

/** `/model [name | provider:model | default] [--provider name] [--base-url url] [--global]` */
export function modelCommand(services: ModelServices): Command {
  return {
    name: 'model',
    usage: '[name | provider:model | default] [--provider name] [--base-url url] [--global]',
    description: 'show the model, or answer with another one from the next turn on',
    category: 'model',
    async complete(prefix, { signal }) {
      const aliases = Object.entries(services.aliases?.() ?? {}).map(([text, { model }]) => ({ text, detail: model }))
      const models = (await services.models?.(signal)) ?? []
      return [...aliases, ...models.map(({ model, provider }) => ({ text: provider ? `${provider}:${model}` : model }))]
        .filter(({ text }) => text.toLowerCase().includes(prefix.toLowerCase()))
        .slice(0, offered)
    },
    async run(args, context) {
      const { text, provider, baseUrl, isGlobal } = readArguments(args)
      if (baseUrl !== undefined && !hasRole(context.person, 'admin')) {
        return {
          type: 'error',
          text: '/model --base-url needs the role "admin": the provider\'s key goes to that address.',
        }
      }
      const namesServer = provider !== undefined || baseUrl !== undefined
      if (text === '' && !namesServer) return show(services, context)
      if (text === 'default') return chooseModel(services, context, settingsAgain)
      const reference = text === '' ? undefined : referenceOf(text, services)
      const by = provider ?? reference?.provider
      const chosen: ModelChanges = {
        model: reference?.model ?? null,
        ...(by !== undefined && { provider: by }),
        // An address without a provider is a server of the user's own.
        ...(baseUrl !== undefined && { provider: by ?? 'custom', baseUrl }),
      }
      return isGlobal ? saveModel(services, context, chosen) : chooseModel(services, context, chosen)
    },
  }
}

const settingsAgain: ModelChanges = { model: null, provider: null, baseUrl: null, apiMode: null, contextWindow: null }

interface ModelArguments {
  readonly text: string
  readonly provider: string | undefined
  readonly baseUrl: string | undefined
  readonly isGlobal: boolean
}

function readArguments(args: string): ModelArguments {
  const [, provider] = /(?:^|\s)--provider[\s=]+(\S+)/.exec(args) ?? []
  const [, baseUrl] = /(?:^|\s)--base-url[\s=]+(\S+)/.exec(args) ?? []
  const text = args
    .replaceAll(/(?:^|\s)--(?:provider|base-url)[\s=]+\S+/g, ' ')
    .replaceAll(/(?:^|\s)--(?:global|session)(?=\s|$)/g, ' ')
    .trim()
  return { text, provider, baseUrl, isGlobal: /(?:^|\s)--global(?=\s|$)/.test(args) }
}

/** `provider:model`; a model of a local server may have a colon of its own: `qwen3:8b`. */
function referenceOf(text: string, { aliases }: ModelServices): ModelReference {
  const known = aliases?.() ?? {}
  const alias = Object.hasOwn(known, text) ? known[text] : undefined
  if (alias) return alias
  const [, provider, model] = /^([a-z][a-z0-9_-]*):(?!\d+b\b)(\S+)$/.exec(text) ?? []
  return provider !== undefined && model !== undefined ? { provider, model } : { model: text }
}

type ModelChanges = Pick<ChoiceChanges, keyof ModelChoice>

async function chooseModel(
  { agentFor }: ModelServices,
  context: CommandContext,
  chosen: ModelChanges,
): Promise<CommandOutcome> {
  const { conversation } = context
  const { model: before } = await agentFor(conversation.choice)
  const outcome = await chooseSetting(context, chosen, '')
  const { model } = await agentFor(conversation.choice)
  const isSame = model.id === before.id && model.provider === before.provider
  const text = `${isSame ? 'The model stays' : 'The model is'} ${describe(model)}.`
  return outcome.type === 'text' && outcome.text.trim() !== ''
    ? { type: 'text', text: `${text} ${outcome.text.trim()}` }
    : { type: 'text', text }
}

async function saveModel(
  services: ModelServices,
  context: CommandContext,
  chosen: ModelChanges,
): Promise<CommandOutcome> {
  if (!hasRole(context.person, 'admin')) return { type: 'error', text: '/model --global needs the role "admin".' }
  const { model, provider, baseUrl } = chosen
  if (!services.saveDefault || typeof model !== 'string') {
    return { type: 'error', text: 'Give the model that all conversations shall have: /model name --global.' }
  }
  // Whether it can answer shows first: a name that does not exist must not become everybody's.
  const outcome = await chooseModel(services, context, chosen)
  await services.saveDefault({ model, ...(provider && { provider }), ...(baseUrl && { baseUrl }) })
  return outcome.type === 'text' ? { type: 'text', text: `${outcome.text} New conversations begin with it.` } : outcome
}

async function show(services: ModelServices, context: CommandContext): Promise<CommandOutcome> {
  const { model } = await services.agentFor(context.conversation.choice)
  const models = (await services.models?.(context.signal)) ?? []
  if (models.length === 0) return { type: 'text', text: `${describe(model)}` }
  return {
    type: 'choice',
    prompt: describe(model),
    options: models.slice(0, offered).map((offer) => ({
      label: offer.model,
      command: `/model ${offer.provider === undefined ? offer.model : `${offer.model} --provider ${offer.provider}`}`,
      ...(offer.detail !== undefined && { detail: offer.detail }),
      ...(offer.model === model.id && { isCurrent: true }),
    })),
  }
}

/** `claude-opus-4-6 (anthropic) · 200,000 tokens · $5 in, $25 out per million` */
function describe({ id, provider, contextWindow, price }: ChosenModel): string {
  const facts = [
    `${id} (${provider})`,
    contextWindow && `${contextWindow.toLocaleString('en')} tokens`,
    price && `$${price.input / 1_000_000} in, $${price.output / 1_000_000} out per million tokens`,
  ]
  return facts.filter(Boolean).join(' · ')
}
