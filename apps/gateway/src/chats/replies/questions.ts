import type { Conversation } from '@hermes/conversations'
import { HermesError } from '@hermes/core'
import type { Button, ButtonPress } from '@hermes/core/platform'
import type { Question, QuestionAnswer, QuestionDesk } from '@hermes/core/questions'

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
}

export function questionMessage({ id, kind, text, reasons, choices }: Question): QuestionMessage {
  if (kind === 'clarification') {
    const buttons = choices.map((label, index) => ({ label, value: `q:${id}:${index}` }))
    return { text: `❓ ${text}`, buttons }
  }
  return {
    text: `⚠️ **Allow this?**\n\n${exactly(text)}\n${listed(reasons)}\n\n/approve or /deny`,
    buttons: decisions.map(([decision, label]) => ({ label, value: `q:${id}:${decision}` })),
  }
}

/** A question that only an owner may allow, for the chat of the turn. */
export function refusableMessage({ id, text, reasons }: Question, hint: string): QuestionMessage {
  return {
    text: `⚠️ **An owner must allow this.**\n\n${exactly(text)}\n${listed(reasons)}\n\n${hint} /deny refuses it.`,
    buttons: [{ label: 'Deny', value: `q:${id}:deny` }],
  }
}

/** A question of a turn in another chat, for an owner. Each time is asked, so there is no consent for the conversation. */
export function ownerMessage({ id, text, reasons }: Question, asker: string): QuestionMessage {
  return {
    text: `⚠️ **Allow this for ${asker}?**\n\n${exactly(text)}\n${listed(reasons)}`,
    buttons: [
      { label: 'Allow once', value: `q:${id}:once` },
      { label: 'Deny', value: `q:${id}:deny` },
    ],
  }
}

function exactly(text: string): string {
  const fence = '`'.repeat(Math.max(3, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length + 1)))
  return `${fence}\n${text}\n${fence}`
}

function listed(reasons: readonly string[]): string {
  return reasons.map((reason) => `- ${reason}`).join('\n')
}

/** The question that a pressed button allows; `undefined` for other buttons. */
export function consentOf(value: string): string | undefined {
  return /^q:([^:]+):(?:once|session)$/.exec(value)?.[1]
}

export interface Pressed {
  readonly desk: Desk
  readonly conversation: Conversation
  readonly by: string
  /** Owners also answer questions of other chats. */
  readonly isOwner: boolean
}

/** Answers the question of a pressed button. @returns what to tell the person; `undefined` if the button belongs to no question. */
export async function answerByPress(
  { value }: ButtonPress,
  { desk, conversation, by, isOwner }: Pressed,
): Promise<string | undefined> {
  const [, id, given] = /^q:([^:]+):(\w+)$/.exec(value) ?? []
  if (id === undefined || given === undefined) return undefined
  const open = await desk.open(isOwner ? {} : { rootSessionId: conversation.id })
  const question = open.find((each) => each.id === id)
  if (!question) return 'The question has ended.'
  const decision = decisions.find(([name]) => name === given)
  const choice = question.choices[Number(given)]
  if (question.kind === 'approval' && decision) {
    return answer(desk, question, { decision: decision[0] }, `${decision[1]}.`, by)
  }
  return choice === undefined ? undefined : answer(desk, question, { text: choice }, `✓ ${choice}`, by)
}

/** Whether a message answers the clarification that its conversation waits for. */
export async function answerByText(
  text: string,
  { desk, conversation, by }: { readonly desk: Desk; readonly conversation: Conversation; readonly by: string },
): Promise<boolean> {
  const { state } = conversation
  if (state.activity !== 'waiting' || state.question.kind !== 'clarification' || text.startsWith('/')) return false
  const { question } = state
  const choice = question.choices[Number(text.trim()) - 1]
  return (await answer(desk, question, { text: choice ?? text }, '', by)) !== late
}

const late = 'Your answer came too late.'

async function answer(desk: Desk, { id }: Question, given: QuestionAnswer, told: string, by: string): Promise<string> {
  try {
    return (await desk.answer(id, given, by)).accepted ? told : late
  } catch (error) {
    if (HermesError.is(error)) return error.message
    throw error
  }
}
