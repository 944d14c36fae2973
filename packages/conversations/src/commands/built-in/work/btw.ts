import { type Choice, type Message, textOf } from '@hermes/core'
import { type AuxiliaryModel, askOnce } from '@hermes/core/wiring'
import type { Command, CommandContext } from '../../command.js'
import { storedMessages, storedRecord } from '../sessions/stored-record.js'

export interface BtwServices {
  /** The model for side questions; `undefined` if none is available. */
  readonly sideModel: (choice: Choice) => Promise<AuxiliaryModel | undefined>
}

const longestAnswer = 2_000

const aside = `You answer one question beside a conversation that goes on without it. What follows is that conversation so far; its tool calls are left out. Answer briefly, from what is known. You have no tools, and what you say does not join the conversation.`

/** `/btw question`: answers a question from a snapshot of the conversation, outside of its history. */
export function btwCommand({ sideModel }: BtwServices): Command {
  return {
    name: 'btw',
    usage: '<question>',
    description: 'ask a side question that stays out of the conversation',
    category: 'session',
    usesModel: true,
    async run(args, context) {
      if (args === '') return { type: 'error', text: 'Ask something: /btw what did we name the branch?' }
      const { conversation, signal } = context
      const model = await sideModel(conversation.choice)
      if (!model) return { type: 'error', text: 'No model can answer beside the conversation: configure a provider.' }
      context.report('asking')
      const question = { system: aside, messages: await snapshot(args, context), maxOutputTokens: longestAnswer }
      const isStored = (await storedRecord(context)) !== undefined
      const { text, usage } = await askOnce(model, question, {
        signal,
        ...(isStored && { sessionId: conversation.id }),
      })
      await context.account?.(usage)
      return { type: 'text', text: text.trim() === '' ? 'The model returned an empty answer.' : text }
    },
  }
}

/** Renders a single message, because a side model may not support the conversation's roles, calls and images. */
async function snapshot(question: string, context: CommandContext): Promise<readonly Message[]> {
  const stored = await storedMessages(context)
  const said = stored.flatMap(({ message }) => {
    const text = textOf(message.content).trim()
    if (text === '' || (message.role !== 'user' && message.role !== 'assistant')) return []
    return [`<${message.role}>\n${text}\n</${message.role}>`]
  })
  const content = [`<conversation>\n${said.join('\n')}\n</conversation>`, question].join('\n\n')
  return [{ role: 'user', content }]
}
