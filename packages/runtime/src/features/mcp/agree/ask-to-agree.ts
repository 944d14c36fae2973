import { createHash } from 'node:crypto'
import { HermesError, type ToolContext } from '@hermes/core'
import type { QuestionDesk } from '@hermes/core/questions'

/** Shows a person what a server offers. Resolves to whether they have agreed. */
export type AskToAgree = (
  text: string,
  choices: AgreeChoices,
  context: Pick<ToolContext, 'sessionId' | 'signal' | 'run'>,
) => Promise<boolean>

export interface AgreeChoices {
  readonly agree: string
  readonly refuse: string
}

/** How long the question stays open, in milliseconds, which is as long as an unanswered approval. */
const timeoutMs = 300_000

export function createAskToAgree(server: string, questions: QuestionDesk): AskToAgree {
  return async (text, { agree, refuse }, { sessionId, signal, run }) => {
    const outcome = await questions.ask(
      {
        kind: 'clarification',
        sessionId,
        text,
        reasons: [],
        choices: [agree, refuse],
        fingerprint: createHash('sha256').update(text).digest('hex'),
        defaultAnswer: { text: refuse },
        timeoutMs,
      },
      { signal, ...(run && { run }) },
    )
    if (outcome.status === 'answered') return 'text' in outcome.answer && outcome.answer.text === agree
    throw new HermesError(
      'mcp/not-agreed',
      `No one was there to agree to what the MCP server "${server}" offers: it is not available until a person has.`,
      { remedy: { type: 'review-server', server } },
    )
  }
}
