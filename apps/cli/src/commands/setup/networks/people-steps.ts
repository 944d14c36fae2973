import type { PromptOption } from '../../../prompts/prompts.js'
import {
  type Access,
  type NetworkMove,
  type NetworkSettings,
  type NetworkState,
  type NetworkStep,
  type NetworkStepsOptions,
  next,
  pass,
} from './network-state.js'

/** Returns the steps that ask who may write to the agent, and where it writes on its own initiative. */
export function peopleSteps(options: NetworkStepsOptions): readonly NetworkStep[] {
  return [
    { name: 'access', run: (state) => chooseAccess(state, options) },
    { name: 'people', run: (state) => enterPeople(state, options) },
    { name: 'home chat', run: (state) => enterHomeChat(state, options) },
  ]
}

async function chooseAccess(state: NetworkState, { prompts, current }: NetworkStepsOptions): Promise<NetworkMove> {
  const pair: PromptOption<Access> = { value: 'pair', label: 'People whom you let in: strangers get a code for you' }
  const list: PromptOption<Access> = { value: 'list', label: 'Only the people whom you name now' }
  const keep: PromptOption<Access> = { value: 'keep', label: 'The same people as now' }
  // On a network open to everyone, codes would answer spam.
  const usual = state.tried?.isOpen ? [list, pair] : [pair, list]
  const reply = await prompts.choose<Access>({
    question: 'Who may write to the agent?',
    options: hasPeople(current) ? [keep, ...usual] : usual,
    ...(state.access && { initial: state.access }),
  })
  return reply.type === 'answer' ? next({ ...state, access: reply.value }) : reply
}

async function enterPeople(state: NetworkState, { prompts, form, current }: NetworkStepsOptions): Promise<NetworkMove> {
  if (state.access !== 'list') return pass(state)
  if (form.personIds !== undefined) prompts.say('info', form.personIds)
  const reply = await prompts.text({
    question: 'Their ids, separated by commas',
    initial: idsOf(state.values.allow_from ?? current.allow_from).join(', '),
    problemOf(text) {
      const ids = toIds(text)
      if (ids.length === 0) return 'Name at least one person.'
      const wrong = ids.find((id) => !form.isPersonId(id))
      return wrong === undefined ? undefined : `"${wrong}" is no id of a person on ${form.title}.`
    },
  })
  if (reply.type !== 'answer') return reply
  return next({ ...state, values: { ...state.values, allow_from: toIds(reply.value) } })
}

async function enterHomeChat(
  state: NetworkState,
  { prompts, form, current }: NetworkStepsOptions,
): Promise<NetworkMove> {
  const before = state.values.home_chat ?? current.home_chat ?? ''
  const advice = 'The home chat gets the results of jobs. In a chat, /sethome makes it the home chat later.'
  prompts.say('info', [form.chatIds, advice].filter(Boolean).join(' '))
  const reply = await prompts.text({
    question: 'Home chat (empty for none)',
    initial: String(before),
    problemOf: (text) =>
      text === '' || form.isChatId(text) ? undefined : `"${text}" is no id of a chat on ${form.title}.`,
  })
  if (reply.type !== 'answer') return reply
  return next({ ...state, values: { ...state.values, home_chat: reply.value === '' ? undefined : reply.value } })
}

/** Returns the settings for an {@link Access}. People who are not named stay unchanged. */
export function accessSettings(access: Access | undefined): NetworkSettings {
  if (access === 'pair') return { unauthorized: 'pair' }
  return access === 'list' ? { unauthorized: 'ignore' } : {}
}

/** Whether the settings let anyone in. */
export function hasPeople(settings: NetworkSettings): boolean {
  const { allow_all: all, allow_from, owners, admins, guests } = settings
  if (all !== undefined && all !== false) return true
  return [allow_from, owners, admins, guests].some((ids) => idsOf(ids).length > 0)
}

function idsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : []
}

function toIds(text: string): readonly string[] {
  return [...new Set(text.split(/[\s,]+/).filter(Boolean))]
}
