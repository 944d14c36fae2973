import type { ChosenModel } from '@hermes/core'
import type { AgentFor } from '@hermes/core/wiring'
import type { CommandOutcome } from '../../contracts/command-outcome.js'
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
}

export interface OfferedModel extends ModelReference {
  readonly detail?: string
}

const offered = 20

/** `/model [name | provider:model | default] [--provider name] [--global]` */
export function modelCommand(services: ModelServices): Command {
  return {
    name: 'model',
    usage: '[name | provider:model | default] [--provider name] [--global]',
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
      const { text, provider, isGlobal } = readArguments(args)
      if (text === '' && provider === undefined) return show(services, context)
      if (text === 'default') return chooseModel(services, context, { model: null, provider: null })
      const reference = text === '' ? undefined : referenceOf(text, services)
      const chosen = { model: reference?.model ?? null, provider: provider ?? reference?.provider ?? null }
      if (!isGlobal) return chooseModel(services, context, chosen)
      return saveModel(services, context, chosen)
    },
  }
}

interface ModelArguments {
  readonly text: string
  readonly provider: string | undefined
  readonly isGlobal: boolean
}

function readArguments(args: string): ModelArguments {
  const [, provider] = /(?:^|\s)--provider[\s=]+(\S+)/.exec(args) ?? []
  const text = args
    .replace(/(?:^|\s)--provider[\s=]+\S+/, ' ')
    .replaceAll(/(?:^|\s)--(?:global|session)(?=\s|$)/g, ' ')
    .trim()
  return { text, provider, isGlobal: /(?:^|\s)--global(?=\s|$)/.test(args) }
}

/** `provider:model`; a model of a local server may have a colon of its own: `qwen3:8b`. */
function referenceOf(text: string, { aliases }: ModelServices): ModelReference {
  const known = aliases?.() ?? {}
  const alias = Object.hasOwn(known, text) ? known[text] : undefined
  if (alias) return alias
  const [, provider, model] = /^([a-z][a-z0-9_-]*):(?!\d+b\b)(\S+)$/.exec(text) ?? []
  return provider !== undefined && model !== undefined ? { provider, model } : { model: text }
}

interface Chosen {
  readonly model: string | null
  readonly provider: string | null
}

async function chooseModel(
  { agentFor }: ModelServices,
  context: CommandContext,
  chosen: Chosen,
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

async function saveModel(services: ModelServices, context: CommandContext, chosen: Chosen): Promise<CommandOutcome> {
  if (!hasRole(context.person, 'admin')) return { type: 'error', text: '/model --global needs the role "admin".' }
  if (!services.saveDefault || chosen.model === null) {
    return { type: 'error', text: 'Give the model that all conversations shall have: /model name --global.' }
  }
  const { model, provider } = chosen
  // Whether it can answer shows first: a name that does not exist must not become everybody's.
  const outcome = await chooseModel(services, context, chosen)
  await services.saveDefault({ model, ...(provider !== null && { provider }) })
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
