import type { PlatformField } from '@hermes/runtime'
import type { Reply } from '../../../prompts/prompts.js'
import { askField, labelOf } from './ask-field.js'
import { type NetworkRemedy, networkAdvice } from './network-advice.js'
import {
  type NetworkMove,
  type NetworkState,
  type NetworkStep,
  type NetworkStepsOptions,
  next,
  pass,
} from './network-state.js'
import { peopleSteps } from './people-steps.js'

/** How long a network may take to answer, in milliseconds. */
export const attemptMs = 60_000

/** Returns the steps from nothing to a network that has answered and the people who may write there. */
export function networkSteps(options: NetworkStepsOptions): readonly NetworkStep[] {
  const asked = options.form.fields.filter(({ isAsked }) => isAsked)
  const steps: readonly NetworkStep[] = [
    { name: 'change', run: (state) => changeField(state, options) },
    { name: 'attempt', run: (state) => attempt(state, options) },
    ...peopleSteps(options),
  ]
  return [
    ...asked.map((field) => ({
      name: `field ${field.name}`,
      run: async (state: NetworkState) => toMove(await askField(field, state.values, options), state),
    })),
    // A skipped network asks nothing more.
    ...steps.map(({ name, run }) => ({
      name,
      run: async (state: NetworkState) => (state.isSkipped ? pass(state) : run(state)),
    })),
  ]
}

function toMove(reply: Reply<NetworkState['values']>, state: NetworkState): NetworkMove {
  return reply.type === 'answer' ? next({ ...state, values: reply.value }) : reply
}

/** Asks for a setting again, or for any number of settings, including those with a default. */
async function changeField({ change, ...state }: NetworkState, options: NetworkStepsOptions): Promise<NetworkMove> {
  if (!change) return pass(state)
  const { fields } = options.form
  const field = change.isList
    ? await chooseField(state, options)
    : ({ type: 'answer', value: fields.find(({ name }) => name === change.field) } as const)
  if (field.type !== 'answer') return field
  if (!field.value) return next(state)
  const reply = await askField(field.value, state.values, options)
  const isEntered = reply.type === 'answer'
  if (change.isList && (isEntered || reply.type === 'back')) {
    const values = isEntered ? reply.value : state.values
    return { type: 'to', step: 'change', state: { ...state, values, change } }
  }
  return toMove(reply, state)
}

/** Resolves to `undefined` when the user is done with changes. */
async function chooseField(
  { values }: NetworkState,
  { prompts, form, current }: NetworkStepsOptions,
): Promise<Reply<PlatformField | undefined>> {
  const all = { ...current, ...values }
  return prompts.search<PlatformField | undefined>({
    question: 'Which setting?',
    options: [
      { value: undefined, label: 'Try it with these settings' },
      ...form.fields.map((field) => ({
        value: field,
        label: `${field.name}: ${shown(field, all)} (${labelOf(field)})`,
      })),
    ],
  })
}

function shown({ name, isSecret, default: usual }: PlatformField, all: NetworkState['values']): string {
  const value = all[name]
  if (isSecret) return value === undefined ? 'not set' : 'set'
  return String(value ?? usual ?? 'not set')
}

async function attempt(state: NetworkState, options: NetworkStepsOptions): Promise<NetworkMove> {
  const { prompts, form, current, interruptible } = options
  prompts.say('info', `Connecting to ${form.title}. Ctrl+C ends the attempt.`)
  try {
    const tried = await interruptible((signal) =>
      options.attempt({ ...current, ...state.values }, AbortSignal.any([signal, AbortSignal.timeout(attemptMs)])),
    )
    if (tried.self === undefined) prompts.say('warning', `${form.title} cannot be tried before the gateway connects.`)
    else prompts.say('success', `${form.title} answered: the agent is ${tried.self} there.`)
    // A later step back leads to the settings, because this one is skipped.
    return pass({ ...state, tried })
  } catch (error) {
    return afterFailure(state, error, options)
  }
}

async function afterFailure(state: NetworkState, error: unknown, options: NetworkStepsOptions): Promise<NetworkMove> {
  const { prompts, form } = options
  const { text, remedies } = networkAdvice(error, form)
  prompts.say('error', text)
  const reply = await prompts.choose({
    question: 'What now?',
    options: remedies.map((value) => ({ value, label: remedyLabel(value, options) })),
  })
  if (reply.type !== 'answer') return reply
  const remedy = reply.value
  switch (remedy.type) {
    case 'field':
      return { type: 'to', step: 'change', state: { ...state, change: { field: remedy.field } } }
    case 'settings':
      return { type: 'to', step: 'change', state: { ...state, change: { isList: true } } }
    case 'again':
      return { type: 'to', step: 'attempt', state }
    case 'save':
      return next(state)
    case 'skip':
      return next({ ...state, isSkipped: true })
  }
}

function remedyLabel(remedy: NetworkRemedy, { form }: NetworkStepsOptions): string {
  switch (remedy.type) {
    case 'field':
      return `Enter ${remedy.field} again`
    case 'settings':
      return 'Change other settings'
    case 'again':
      return 'Try again'
    case 'save':
      return 'Save it without an answer'
    case 'skip':
      return `Leave ${form.title} out`
  }
}
