import { tryModel } from '@hermes/runtime'
import { english, type Translate } from '@hermes/safety/language'
import { modelOptions } from '../../prompts/model-options.js'
import type { Prompts } from '../../prompts/prompts.js'
import { formatDuration } from '../../render/text/format.js'
import { chooseKey } from './choose-key.js'
import { adviceFor, type Remedial } from './failure-advice.js'
import type { ModelSource } from './find-sources.js'
import { listModels } from './list-models.js'
import { type ModelDraft, settingsOf } from './model-draft.js'
import type { Move, Step } from './run-steps.js'
import type { SetupKit } from './setup-kit.js'
import { sourceOptions } from './source-options.js'

type StepName = 'provider' | 'address' | 'credential' | 'model' | 'trial'
type ModelStep = Step<WizardState, StepName>
type ModelMove = Move<WizardState, StepName>

/** Choices so far, and what was learned while making them. */
export interface WizardState {
  readonly draft: ModelDraft
  /** Whether to ask for a key although one was found. */
  readonly needsKey?: boolean
  /** Known models of the provider. */
  readonly models?: readonly string[]
}

export interface ModelStepsOptions {
  readonly prompts: Prompts
  readonly kit: SetupKit
  readonly sources: readonly ModelSource[]
  /** Logs in with a browser or a code. @returns whether it succeeded; `undefined` if the user left. */
  readonly logIn: (provider: string) => Promise<boolean | undefined>
  /** Runs a trial that the user can end with Ctrl+C if it takes too long. */
  readonly interruptible: <Result>(work: (signal: AbortSignal) => Promise<Result>) => Promise<Result>
  /** Called with the choices after each step. */
  readonly onChoice: (draft: ModelDraft) => Promise<void>
  /** Language of the user. Default: English. */
  readonly t?: Translate
}

/** Returns the steps from nothing to a model that has answered. */
export function modelSteps(options: ModelStepsOptions): readonly ModelStep[] {
  const steps: readonly ModelStep[] = [
    { name: 'provider', run: (state) => chooseProvider(state, options) },
    { name: 'address', run: (state) => chooseAddress(state, options) },
    { name: 'credential', run: (state) => chooseCredential(state, options) },
    { name: 'model', run: (state) => chooseModel(state, options) },
    { name: 'trial', run: (state) => tryDraft(state, options) },
  ]
  return steps.map(({ name, run }) => ({
    name,
    async run(state) {
      const move = await run(state)
      if ('state' in move) await options.onChoice(move.state.draft)
      return move
    },
  }))
}

async function chooseProvider(state: WizardState, { prompts, sources }: ModelStepsOptions): Promise<ModelMove> {
  const reply = await prompts.search({ question: 'Who runs the model?', options: sourceOptions(sources) })
  if (reply.type !== 'answer') return reply
  const { preset, found } = reply.value
  const isSame = preset.id === state.draft.provider
  const baseUrl = found.type === 'server' ? found.server.baseUrl : isSame ? state.draft.baseUrl : undefined
  const model = isSame ? state.draft.model : undefined
  return next({
    draft: { provider: preset.id, ...(baseUrl !== undefined && { baseUrl }), ...(model !== undefined && { model }) },
  })
}

async function chooseAddress(state: WizardState, { prompts, sources }: ModelStepsOptions): Promise<ModelMove> {
  const { draft } = state
  const source = sourceOf(draft, sources)
  if (!source?.preset.isLocal || source.found.type === 'server') return { type: 'pass', state }
  const reply = await prompts.text({
    question: `Address of ${source.preset.id === 'custom' ? 'the server' : source.preset.name}`,
    initial: draft.baseUrl ?? source.preset.baseUrl,
    placeholder: 'https://host/v1',
    problemOf: (text) => (isAddress(text) ? undefined : 'Write it like http://127.0.0.1:8000/v1 or https://host/v1.'),
  })
  if (reply.type !== 'answer') return reply
  return next({ ...state, draft: { ...draft, baseUrl: reply.value } })
}

async function chooseCredential(state: WizardState, options: ModelStepsOptions): Promise<ModelMove> {
  const { draft, needsKey } = state
  const source = sourceOf(draft, options.sources)
  if (!source) return { type: 'pass', state }
  const { preset, found } = source
  const takesNone = preset.id === 'bedrock' || (preset.isLocal && preset.id !== 'custom')
  if (!needsKey && (takesNone || found.type !== 'nothing')) return { type: 'pass', state }
  const reply = await chooseKey(options.prompts, preset)
  if (reply.type !== 'answer') return reply
  const { needsKey: _, ...rest } = state
  const { apiKey: __, ...others } = draft
  if (reply.value.type === 'key') return next({ ...rest, draft: { ...others, apiKey: reply.value.key } })
  if (reply.value.type === 'none') return next({ ...rest, draft: others })
  const isLoggedIn = await options.logIn(preset.id)
  if (isLoggedIn === undefined) return { type: 'leave' }
  return isLoggedIn ? next({ ...rest, draft: others }) : { type: 'to', step: 'provider', state: { draft: others } }
}

async function chooseModel(state: WizardState, options: ModelStepsOptions): Promise<ModelMove> {
  const { prompts, kit, t = english } = options
  const { draft } = state
  const { rows, baseUrl, refusal } = await listModels(draft, kit)
  if (refusal) return afterFailure(state, refusal, options)
  if (baseUrl !== undefined) prompts.say('info', `The API is at ${baseUrl}.`)
  const models = rows.map(({ id }) => id)
  const known = { ...state, models, draft: { ...draft, ...(baseUrl !== undefined && { baseUrl }) } }
  const reply = await askModel(known, modelOptions(rows, { t }), prompts)
  if (reply.type !== 'answer') return reply
  return next({ ...known, draft: { ...known.draft, model: reply.value } })
}

async function askModel({ draft }: WizardState, options: ReturnType<typeof modelOptions>, prompts: Prompts) {
  if (options.length === 0) {
    prompts.say('warning', 'No list of models was found there.')
    return prompts.text({
      question: 'Name of the model',
      ...(draft.model !== undefined && { initial: draft.model }),
      problemOf: (text) => (text === '' ? 'A name is needed.' : undefined),
    })
  }
  return prompts.search({
    question: 'Which model?',
    options: options.map(({ label, value }) => ({ label, value: value.id })),
    typed: (text) => ({ label: `Use "${text}"`, value: text }),
  })
}

async function tryDraft(state: WizardState, options: ModelStepsOptions): Promise<ModelMove> {
  const { prompts, kit, interruptible } = options
  const { paths, variables } = kit
  prompts.say('info', `Asking ${state.draft.model} for an answer. Ctrl+C ends the attempt.`)
  const startedAt = performance.now()
  try {
    await interruptible((signal) => tryModel({ paths, variables, settings: settingsOf(state.draft), signal }))
  } catch (error) {
    return afterFailure(state, error, options)
  }
  prompts.say('success', `It answered after ${formatDuration(performance.now() - startedAt)}.`)
  return next(state)
}

const remedyLabels: Readonly<Record<Remedial, string>> = {
  again: 'Try again',
  credential: 'Enter another key, or log in again',
  model: 'Choose another model',
  address: 'Change the address',
  provider: 'Choose another provider',
  save: 'Save it without an answer',
}

async function afterFailure(
  state: WizardState,
  error: unknown,
  { prompts, sources }: ModelStepsOptions,
): Promise<ModelMove> {
  const { draft, models = [] } = state
  const isOwnServer = sourceOf(draft, sources)?.preset.isLocal === true
  const { text, remedies } = adviceFor({ error, draft, models, isOwnServer })
  prompts.say('error', text)
  const possible = remedies.filter((remedy) => remedy !== 'save' || draft.model !== undefined)
  const reply = await prompts.choose({
    question: 'What now?',
    options: possible.map((value) => ({ value, label: remedyLabels[value] })),
  })
  if (reply.type !== 'answer') return reply
  if (reply.value === 'save') return next(state)
  if (reply.value === 'again') return { type: 'to', step: draft.model === undefined ? 'model' : 'trial', state }
  const again = reply.value === 'credential' ? { ...state, needsKey: true } : state
  return { type: 'to', step: reply.value, state: again }
}

function next(state: WizardState): ModelMove {
  return { type: 'next', state }
}

function sourceOf({ provider }: ModelDraft, sources: readonly ModelSource[]): ModelSource | undefined {
  return sources.find(({ preset }) => preset.id === provider)
}

function isAddress(text: string): boolean {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? '')
}
