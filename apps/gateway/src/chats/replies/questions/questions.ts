import type { Conversation } from '@hermes/conversations'
import { HermesError } from '@hermes/core'
import type { Button, ButtonPress, PlatformLimits } from '@hermes/core/platform'
import { offersSession, type Question, type QuestionAnswer, type QuestionDesk } from '@hermes/core/questions'

type Desk = Pick<QuestionDesk, 'answer' | 'open'>

const decisions = [
  ['once', 'Allow once'],
  ['session', 'Allow for this conversation'],
  ['deny', 'Deny'],
] as const

/** A question as a message with buttons. */
export interface QuestionMessage {
  readonly text: string
  readonly buttons: readonly Button[]
  /** Choices that are shown as a list if there are not enough buttons. Their numbers answer the question everywhere. */
  readonly numbered?: readonly string[]
  /** How to answer if there are not enough buttons. */
  readonly withoutButtons?: string
}

/** Returns the message as a network shows it. */
export function shownOn(
  { buttons: limit }: Pick<PlatformLimits, 'buttons'>,
  message: QuestionMessage,
): QuestionMessage {
  const { text, buttons, numbered = [], withoutButtons } = message
  if (limit && limit.max >= buttons.length) return message
  if (withoutButtons !== undefined) return { text: `${text}\n\n${withoutButtons}`, buttons: [] }
  if (numbered.length === 0) return message
  const list = numbered.map((choice, index) => `${index + 1}. ${choice}`).join('\n')
  return { text: `${text}\n\n${list}\n\nAnswer with a number, with several, or in your own words.`, buttons: [] }
}

export function questionMessage(question: Question): QuestionMessage {
  const { id, kind, text, reasons, choices } = question
  if (kind === 'clarification') {
    const buttons = choices.map((label, index) => ({ label, value: `q:${id}:${index}` }))
    return { text: `❓ ${text}`, buttons, numbered: choices }
  }
  return {
    text: `⚠️ **Allow this?**\n\n${exactly(text)}\n${listed(reasons)}\n\n/approve or /deny`,
    buttons: decisions
      .filter(([decision]) => decision !== 'session' || offersSession(question))
      .map(([decision, label]) => ({ label, value: `q:${id}:${decision}` })),
  }
}

/** Returns the message for the chat of the turn if only an owner may allow the question. */
export function refusableMessage({ id, text, reasons }: Question, hint: string): QuestionMessage {
  return {
    text: `⚠️ **An owner must allow this.**\n\n${exactly(text)}\n${listed(reasons)}\n\n${hint} /deny refuses it.`,
    buttons: [{ label: 'Deny', value: `q:${id}:deny` }],
  }
}

/** Returns the message that asks an owner in another chat. Each call is asked about, so there is no consent for the conversation. */
export function ownerMessage({ id, text, reasons }: Question, asker: string): QuestionMessage {
  return {
    text: `⚠️ **Allow this for ${asker}?**\n\n${exactly(text)}\n${listed(reasons)}`,
    buttons: [
      { label: 'Allow once', value: `q:${id}:once` },
      { label: 'Deny', value: `q:${id}:deny` },
    ],
    withoutButtons: `Answer on the machine of the agent: \`hermes questions answer ${id} once\`, or \`deny\` instead of \`once\`.`,
  }
}

function exactly(text: string): string {
  const fence = '`'.repeat(Math.max(3, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length + 1)))
  return `${fence}\n${text}\n${fence}`
}

function listed(reasons: readonly string[]): string {
  return reasons.map((reason) => `- ${reason}`).join('\n')
}

/** Returns the question that a pressed button allows, or `undefined` for other buttons. */
export function consentOf(value: string): string | undefined {
  return /^q:([^:]+):(?:once|session)$/.exec(value)?.[1]
}

export interface Pressed {
  readonly desk: Desk
  readonly conversation: Conversation
  readonly by: string
  /** Whether the person is an owner, who may also answer questions of other chats. */
  readonly isOwner: boolean
}

/** Returns the question that a pressed button answers, or `undefined` for other buttons. */
export function questionOfPress(value: string): string | undefined {
  return /^q:([^:]+):\w+$/.exec(value)?.[1]
}

/** The result of a pressed button. */
export interface PressOutcome {
  /** The text for the person. */
  readonly told: string
  /** The decision. Absent if the press came too late, or from somebody who was not asked. */
  readonly decision?: 'once' | 'session' | 'deny' | 'choice'
}

/** Answers the question of a pressed button. @returns `undefined` if the button belongs to no question. */
export async function answerByPress(
  { value }: ButtonPress,
  { desk, conversation, by, isOwner }: Pressed,
): Promise<PressOutcome | undefined> {
  const [, id, given] = /^q:([^:]+):(\w+)$/.exec(value) ?? []
  if (id === undefined || given === undefined) return undefined
  const openIn = async (query: Parameters<Desk['open']>[0]) => (await desk.open(query)).find((each) => each.id === id)
  const question = await openIn(isOwner ? {} : { rootSessionId: conversation.id })
  if (!question) return { told: (await openIn({})) ? notAsked : 'The question has ended.' }
  const decision = decisions.find(([name]) => name === given)
  const choice = question.choices[Number(given)]
  if (question.kind === 'approval' && decision) {
    const problem = await answer(desk, question, { decision: decision[0] }, by)
    return problem === undefined ? { told: `${decision[1]}.`, decision: decision[0] } : { told: problem }
  }
  if (choice === undefined) return undefined
  const problem = await answer(desk, question, { text: choice }, by)
  return problem === undefined ? { told: `✓ ${choice}`, decision: 'choice' } : { told: problem }
}

/** Whether a message answers the clarification that its conversation waits for. */
export async function answerByText(
  text: string,
  { desk, conversation, by }: { readonly desk: Desk; readonly conversation: Conversation; readonly by: string },
): Promise<boolean> {
  const { state } = conversation
  if (state.activity !== 'waiting' || state.question.kind !== 'clarification' || text.startsWith('/')) return false
  const { question } = state
  const chosen = choicesOf(text, question)
  return (await answer(desk, question, { text: chosen ?? text }, by)) !== late
}

/** Returns the choices that a message names by their numbers (`2`, `1, 3`), or `undefined` if it answers in other words. */
function choicesOf(text: string, { choices }: Question): string | undefined {
  const numbers = text.trim().split(/[\s,]+/)
  const named = numbers.flatMap((number) => (/^\d{1,2}$/.test(number) ? (choices[Number(number) - 1] ?? []) : []))
  return named.length === numbers.length ? [...new Set(named)].join(', ') : undefined
}

/** In a group, everybody sees the buttons. */
const notAsked = 'Only the person who was asked can answer this.'
const late = 'Your answer came too late.'

/** Answers a question. @returns why the answer does not count. */
async function answer(desk: Desk, { id }: Question, given: QuestionAnswer, by: string): Promise<string | undefined> {
  try {
    return (await desk.answer(id, given, by)).accepted ? undefined : late
  } catch (error) {
    if (HermesError.is(error)) return error.message
    throw error
  }
}
