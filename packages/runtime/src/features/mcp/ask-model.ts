import { HermesError, type Message } from '@hermes/core'
import type { QuestionDesk } from '@hermes/core/questions'
import { type AuxiliaryModel, askOnce } from '@hermes/core/wiring'
import type { ServerRequests } from '@hermes/mcp'

type Sample = NonNullable<ServerRequests['sample']>

/** The maximum number of tokens that are generated for a server. */
const mostTokens = 8_000

/** Answers requests of a server with the model for side tasks, after a person has allowed what it sends. */
export function askModel(questions: QuestionDesk, model: () => AuxiliaryModel | undefined): Sample {
  return async ({ messages, systemPrompt = '', maxTokens }, { server, sessionId, signal, run }) => {
    const chosen = model()
    if (!chosen) throw new HermesError('mcp/refused', 'There is no model for side tasks.')
    const question = {
      system: systemPrompt,
      messages: messages.map(toMessage),
      maxOutputTokens: Math.min(maxTokens, mostTokens),
    }
    const answer = await questions.approve(
      {
        sessionId,
        tool: `mcp_${server}`,
        subject: [systemPrompt, ...question.messages.map(({ role, content }) => `${role}: ${content}`)].join('\n'),
        reasons: [`The MCP server "${server}" wants to use the model ${chosen.model.id}, at your cost.`],
        isAskedEachTime: true,
      },
      { signal, ...(run && { run }) },
    )
    if (answer.decision === 'deny') throw new HermesError('mcp/refused', 'The user did not allow the request.')
    const { text, reason } = await askOnce(chosen, question, { signal, sessionId })
    return {
      role: 'assistant',
      model: chosen.model.id,
      content: { type: 'text', text },
      stopReason: reason === 'length' ? 'maxTokens' : 'endTurn',
    }
  }
}

function toMessage({
  role,
  content,
}: Parameters<Sample>[0]['messages'][number]): Message & { readonly content: string } {
  const texts = (Array.isArray(content) ? content : [content]).map((block) => {
    if (block.type === 'text') return block.text
    throw new HermesError('mcp/refused', 'Only text is sent to a model for a server.')
  })
  return { role, content: texts.join('\n') }
}
